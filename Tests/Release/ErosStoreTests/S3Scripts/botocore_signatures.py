"""Prints random requests with the signatures of botocore, one JSON object a line.

    botocore_signatures.py COUNT SEED
"""
import datetime
import json
import random
import sys
from unittest import mock
from urllib.parse import quote

import botocore.auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

ALPHABET = list("abcXYZ019-_.~") + list(" +&=%/?#@!$'()*,;:\"<>[]{}|^`\\") + list("äß你🙂")
EPOCH = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)


def text(random, longest):
    return "".join(random.choice(ALPHABET) for _ in range(random.randint(0, longest)))


def key(random):
    parts = [text(random, 12).replace("/", "") or "x" for _ in range(random.randint(1, 4))]
    return "/".join("x" if part in (".", "..") else part for part in parts)


def request(random):
    fields = {}
    for name in ("Range", "If-Match", "If-None-Match", "Content-Type", "x-amz-meta-note",
                 "Cache-Control", "x-amz-copy-source"):
        if random.random() < 0.3:
            value = "".join(random.choice("abc 019  =\"/-;,*") for _ in range(12))
            fields[name] = value.strip() or "x"
    names = dict.fromkeys(text(random, 8) or "list-type" for _ in range(random.randint(0, 4)))
    query = [(name, random.choice(["", text(random, 10), "1"])) for name in names]
    bucket_host = random.choice(["127.0.0.1:8333", "bucket.s3.eu-central-1.amazonaws.com",
                                 "store.example.org:80", "[::1]:9000"])
    pairs = "&".join(f"{quote(n, safe='-_.~')}={quote(v, safe='-_.~')}" for n, v in query)
    return {
        "method": random.choice(["GET", "HEAD", "PUT", "POST", "DELETE"]),
        "url": f"http://{bucket_host}/{quote(key(random), safe='/-_.~')}"
               + (f"?{pairs}" if pairs else ""),
        "fields": fields,
        "body": text(random, 30) if random.random() < 0.5 else "",
        "seconds": random.randint(0, 400_000_000),
        "id": "AK" + "".join(random.choice("ABC234") for _ in range(18)),
        "secret": "".join(random.choice("abcXYZ019+/") for _ in range(40)),
        "token": "".join(random.choice("abcXYZ019+/=") for _ in range(200))
                 if random.random() < 0.5 else None,
        "region": random.choice(["us-east-1", "eu-central-1", "auto"]),
    }


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    generator = random.Random(seed)
    for _ in range(count):
        sample = request(generator)
        moment = EPOCH + datetime.timedelta(seconds=sample["seconds"])
        signed = AWSRequest(
            sample["method"], sample["url"], headers=sample["fields"],
            data=sample["body"].encode())
        auth = botocore.auth.S3SigV4Auth(
            Credentials(sample["id"], sample["secret"], sample["token"]), "s3",
            sample["region"])
        with mock.patch("botocore.auth.get_current_datetime", lambda: moment):
            auth.add_auth(signed)
        sample["time"] = moment.strftime("%Y-%m-%dT%H:%M:%SZ")
        sample["authorization"] = signed.headers["Authorization"]
        print(json.dumps(sample))


main()
