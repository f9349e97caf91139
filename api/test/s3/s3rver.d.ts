/** The package has no types. Only what the tests use. */
declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net';
  import type Koa from 'koa';

  export default class S3rver extends Koa {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      vhostBuckets: boolean;
      directory: string;
      configureBuckets: { name: string }[];
    });
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}

declare module '@20minutes/s3rver/lib/signature/v4.js' {
  const v4: { getStringToSign(request: { uri: string; querystring: string }, given: unknown): string };
  export default v4;
}
