import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AppContext } from '../money/context.ts';
import type { Mount } from '../http/endpoints/mount.ts';
import { ApiError } from '../base/errors.ts';
import { erasePerson } from './erase-person.ts';
import { exportPerson } from './export-person.ts';
import { findPerson, isKnown } from './find-person.ts';

const personUnknown = () => new ApiError(404, 'person_unknown', 'Nothing is stored for this email address.');

/** What is stored about a person: to see, to hand over, and to erase. */
export function privacyRoutes(mount: Mount, context: AppContext): void {
  mount('POST /api/admin/privacy/find', ({ body }) => {
    const person = findPerson(context.db, body.email);
    if (!isKnown(person)) throw personUnknown();
    const { email, numbers, forms, files, messages, emails } = person;
    return {
      success: true,
      email,
      orders: numbers,
      forms: forms.length,
      files: files.length,
      messages: messages.length,
      emails: emails.length,
    };
  });

  mount('GET /api/admin/privacy/person.tar', async ({ query, ctx }) => {
    const archive = await exportPerson(context, query.email);
    if (!archive) throw personUnknown();
    const stream = createReadStream(archive);
    stream.once('close', () => {
      rm(dirname(archive), { recursive: true, force: true }).catch((error: unknown) =>
        context.log.error({ err: error }, 'could not delete an exported archive'),
      );
    });
    ctx.attachment('person.tar');
    ctx.type = 'application/x-tar';
    ctx.body = stream;
  });

  mount('POST /api/admin/privacy/erase', async ({ body }) => {
    const erased = await erasePerson(context, body.email);
    if (!erased) throw personUnknown();
    return { success: true, message: 'Erased. The orders stay in your books without a name.' };
  });
}
