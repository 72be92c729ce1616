"""The results of `exprov strength` as HTML."""
