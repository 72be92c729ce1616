"""Results into text, one folder a subject and one module a format. Nothing here prints."""
