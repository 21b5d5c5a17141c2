"""The product as a whole: layers, output, robustness, packaging, README."""
