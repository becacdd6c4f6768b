"""What learns the weights that the package ships. Not part of the installed package: run from a checkout."""
