"""From a result to what people and programs read: text, Markdown, JSON. Nothing here decides anything."""
