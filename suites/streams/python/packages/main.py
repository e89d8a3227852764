"""The sum of what a server has, in Python: by aiohttp, on asyncio, and by httpx, which blocks.

In: an address; out: the sum modulo 256 of the body. Sessions and their loop are set up once and keep a connection.
"""

import asyncio

import aiohttp
import httpx

from paragone import bench, serve


def asynchronous(way):
    def setup(cell):
        loop = asyncio.new_event_loop()

        async def begun():
            return aiohttp.ClientSession(raise_for_status=True)

        session = loop.run_until_complete(begun())
        return lambda address: loop.run_until_complete(way(session, address.decode())) & 255

    return setup


async def chunks(session, address):
    total = 0
    async with session.get(address) as answer:
        async for piece in answer.content.iter_any():
            total += sum(piece)
    return total


async def whole(session, address):
    async with session.get(address) as answer:
        return sum(await answer.read())


def httpx_chunks(cell):
    client = httpx.Client()

    def call(address):
        total = 0
        with client.stream("GET", address.decode()) as answer:
            answer.raise_for_status()
            for piece in answer.iter_raw():
                total += sum(piece)
        return total & 255

    return call


bench("http", "aiohttp-chunks", asynchronous(chunks))
bench("http", "aiohttp-whole", asynchronous(whole))
bench("http", "httpx-chunks", httpx_chunks)
serve()
