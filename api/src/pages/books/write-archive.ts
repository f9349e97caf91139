/** A process of its own: writes the archive of the PDFs of a span to its standard output. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { setFlagsFromString } from 'node:v8';
import { makeZip } from 'client-zip';
import { openDatabase } from '../../db/client.ts';
import { archiveOf } from './book-files.ts';

// A PDF is short-lived, and V8 would let the memory for such grow.
setFlagsFromString('--semi-space-growth-factor=1');
const [, , file = '', month = '', through = ''] = process.argv;
const files = archiveOf(openDatabase(file), month, through);
await pipeline(Readable.fromWeb(makeZip(files) as ReadableStream<Uint8Array>), process.stdout);
