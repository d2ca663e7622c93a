"""What a question says: the laws it names, the places in them, and the day it asks about."""
