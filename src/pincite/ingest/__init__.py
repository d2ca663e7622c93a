"""Reads sources (law and case files) into checked trees that record where each word came from."""
