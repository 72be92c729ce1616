"""What the schemas say, as frozen data: loaded, checked and modelled. Everything that can be wrong with a schema is found here."""
