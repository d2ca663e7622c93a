"""The table of one vector a lemma for Icelandic law: made from the law, general text, questions."""
