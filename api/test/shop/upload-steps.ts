import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync, crc32 } from 'node:zlib';
import { zipSync, strToU8 } from 'fflate';
import { addAdmin, loggedIn } from '../fixtures/admin-fixtures.ts';
import { aDraft, buyWithCard } from '../fixtures/factories.ts';
import { formKey } from '../fixtures/form-key.ts';
import { tempFolder } from '../fixtures/temp-folder.ts';
import { pageLink } from './purchase-steps.ts';
import { startTestApp, type TestApp } from './test-app.ts';

type Metadata = Record<string, string>;
type Sent = { bytes: Uint8Array; name?: string; by?: Metadata; headers?: Record<string, string> };

export const TUS = { 'tus-resumable': '1.0.0' };
const BYTES = { ...TUS, 'content-type': 'application/offset+octet-stream' };

/** A shop with one order, its customer's keys, and a logged-in administrator. */
export async function shopWithOrder(options: Parameters<typeof startTestApp>[0] = {}, draft = aDraft()) {
  const dataDir = tempFolder();
  const app = await startTestApp({ ...options, env: { dataDir, ...options.env } });
  const { body } = await buyWithCard(app, draft);
  const { orderNumber } = body.order;
  await addAdmin(app);
  const admin = await loggedIn(app);
  const customer = pageLink(app, orderNumber);
  const query = `?${new URLSearchParams(customer)}`;
  return {
    app,
    dataDir,
    orderNumber,
    admin,
    /** Metadata of uploads, by who sends. */
    customer,
    fromForm: { order: orderNumber, key: formKey(app, orderNumber).orderKey },
    studio: { order: orderNumber },
    query,
    /** The order's page. */
    page: async () => (await app.get(`/api/order${query}`)).body,
    /** The order in the dashboard. */
    see: async () => (await app.get(`/api/json/cases/${orderNumber}`, admin)).body,
    /** What the data folder keeps of files. */
    contents: () =>
      existsSync(join(dataDir, 'files'))
        ? readdirSync(join(dataDir, 'files'), { recursive: true, encoding: 'utf8' }).filter(
            (name) => name.length > 2,
          )
        : [],
  };
}

export const encode = (metadata: Metadata): string =>
  Object.entries(metadata)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');

/** The first call of an upload. `path` is where it goes on. */
export async function begin(
  app: Pick<TestApp, 'base'>,
  length: number | string,
  metadata: Metadata,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${app.base}/api/files`, {
    method: 'POST',
    headers: { ...TUS, 'upload-length': String(length), 'upload-metadata': encode(metadata), ...headers },
  });
  return { ...(await read(response)), path: response.headers.get('location') ?? '' };
}

export const send = async (app: Pick<TestApp, 'base'>, path: string, offset: number, bytes: Uint8Array) =>
  read(
    await fetch(app.base + path, {
      method: 'PATCH',
      headers: { ...BYTES, 'upload-offset': String(offset) },
      body: new Uint8Array(bytes),
    }),
  );

export const ask = async (
  app: Pick<TestApp, 'base'>,
  path: string,
  method = 'HEAD',
  headers: Record<string, string> = {},
) => read(await fetch(app.base + path, { method, headers: { ...TUS, ...headers } }));

async function read(response: Response) {
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    offset: Number(response.headers.get('upload-offset') ?? Number.NaN),
    body: text ? JSON.parse(text) : null,
  };
}

/** A whole upload. Returns the answer to its last call, and the ID of the file. */
export async function upload(
  app: Pick<TestApp, 'base'>,
  { bytes, name = 'logo.png', by = {}, headers = {} }: Sent,
) {
  const begun = await begin(app, bytes.length, { filename: name, ...by }, headers);
  if (begun.status !== 201) return { ...begun, id: '' };
  return {
    ...(await send(app, begun.path, 0, bytes)),
    path: begun.path,
    id: begun.path.split('/').at(-1) ?? '',
  };
}

/** A real PNG. Its header may claim another size than it has. */
export function aPng(side = 16, claimed = side, seed = 0): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(claimed, 0);
  header.writeUInt32BE(claimed, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc((side * 3 + 1) * side, seed);
  for (let row = 0; row < side; row += 1) rows[row * (side * 3 + 1)] = 0;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ...[
      ['IHDR', header] as const,
      ['IDAT', deflateSync(rows)] as const,
      ['IEND', Buffer.alloc(0)] as const,
    ].map(([type, data]) => chunk(type, data)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** A docx with these files beside what makes it one. */
export const aDocx = (more: Record<string, Uint8Array> = {}, type = WORD): Uint8Array =>
  zipSync({
    '[Content_Types].xml': strToU8(
      `<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`,
    ),
    'word/document.xml': strToU8('<w:document/>'),
    ...more,
  });

export const anOdt = (): Uint8Array =>
  zipSync({
    mimetype: [strToU8('application/vnd.oasis.opendocument.text'), { level: 0 }],
    'content.xml': strToU8('<office:document-content/>'),
  });
