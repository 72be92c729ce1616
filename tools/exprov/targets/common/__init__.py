"""What every target needs: printing expressions, splitting names into words, banners."""
