"""How do ranked lists become one, and which of it is shown?"""
