/** Of the recovery sheet. `deploy/install --restore` reads them, so they never change. */
export const SHEET_LABELS = {
  to: 'Place',
  endpoint: 'Endpoint',
  region: 'Region',
  accessKeyId: 'Key ID',
  key: 'Backup key',
  address: 'Address',
} as const;

const look = (label: string) => `On the recovery sheet, this is “${label}”.`;

/** What to look at when a restore fails, by what its reason says. */
const HINTS: readonly (readonly [reason: RegExp, hint: string])[] = [
  [/BACKUP_KEY/, look(SHEET_LABELS.key)],
  [/AWS_ACCESS_KEY_ID/, look(SHEET_LABELS.accessKeyId)],
  [
    /AWS_SECRET_ACCESS_KEY/,
    'It isn’t on the recovery sheet. Your store can make a new one, with a new key ID.',
  ],
  [/permission to read/, 'Your store’s page for keys shows what this key may do.'],
  [
    /AuthorizationHeaderMalformed|PermanentRedirect/,
    `The bucket is in another region. ${look(SHEET_LABELS.region)}`,
  ],
  [/BACKUP_S3_ENDPOINT|Check its address|CERT|SIGNED|UNABLE_TO/, look(SHEET_LABELS.endpoint)],
  [/BACKUP_TO|No file or backup|The folder .* does not exist/, look(SHEET_LABELS.to)],
];

/** Runs a restore. If it fails, its error also names the line of the recovery sheet. */
export async function withSheetHint(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const hint = HINTS.find(([pattern]) => pattern.test(reason))?.[1];
    throw hint ? new Error(`${reason} ${hint}`, { cause: error }) : error;
  }
}
