"""What would settle a project: minimal changes, findings to seek, what to replace, what to find out."""
