"""Results into text, one directory per subject and one module per format. Nothing here prints."""
