"""Records into results."""
