import S3rver from '@20minutes/s3rver';
import v4 from '@20minutes/s3rver/lib/signature/v4.js';
import { onTestFinished } from 'vitest';
import { tempFolder } from '../fixtures/temp-folder.ts';

// S3 signs the path as it was sent. This server drops the slash after a bucket before it checks.
const { getStringToSign } = v4;
v4.getStringToSign = (request, given) =>
  getStringToSign(
    { ...request, uri: request.uri.lastIndexOf('/') === 0 ? `${request.uri}/` : request.uri },
    given,
  );

/** A local server that speaks S3 and checks signatures. Returns the settings of a shop that backs up to it. */
export async function startS3() {
  const directory = tempFolder();
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'studio' }],
  });
  const { port } = await server.run();
  onTestFinished(() => server.close());
  return {
    directory,
    variables: {
      BACKUP_TO: 's3://studio/northlight',
      BACKUP_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      // The only account that the server knows.
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
  };
}
