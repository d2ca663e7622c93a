"""Reads a load on a Ray cluster, whose machines do not share this one's disk.

A batch of units is one task: it is sent the bytes of its files, changes nothing, and gives back
what a reading process here would, so it may be run again anywhere. What came back is spooled on
this disk by its content until the load is finished: a load that was broken off goes on from there.

    reading ─▶ carried, spool ─▶ bridge (a process of its own) ─▶ Ray ─▶ task
"""

from pincite.ingest.law.cluster.reading import Cluster, read

__all__ = ["Cluster", "read"]
