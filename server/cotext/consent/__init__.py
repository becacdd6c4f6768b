"""What may leave this machine: whom the user allowed which folder's code to be sent to."""
