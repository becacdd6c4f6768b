"""How does text become a vector, and a vector become terms?"""
