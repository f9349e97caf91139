import type { Router } from '@koa/router';
import {
  ACCEPT_PATH,
  CASE_PATH,
  ChangeWorkStatus,
  Note,
  NOTE_PATH,
  DISCARD_EMAIL_PATH,
  MESSAGE_PATH,
  NoDetails,
  RELEASE_PATH,
  SEND_AGAIN_PATH,
  SEND_ALL_AGAIN_PATH,
  SendAgain,
  WORK_STATUS_PATH,
  type ActionAnswer,
} from '@northlight/shared/contracts/admin/cases.ts';
import { normaliseOrderNumber } from '@northlight/shared/contracts/forms/order-number.ts';
import { notFound } from '../errors.ts';
import { validateBody } from '../middleware/validate.ts';
import { adminIdOf } from '../session/session.ts';
import {
  accept,
  addNote,
  changeWorkStatus,
  discardEmail,
  release,
  resendEmail,
  resendFailed,
} from './act-on-case.ts';
import { readCase } from './read-case.ts';
import { readMessage } from './read-message.ts';
import type { AppContext } from '../context.ts';

/** The two voice agent forms share a table. */
const FORM_TABLES: ReadonlyMap<string, 'website' | 'voice' | 'onhold'> = new Map([
  ['website', 'website'],
  ['voice', 'voice'],
  ['dental', 'voice'],
  ['onhold', 'onhold'],
]);

export function caseRoutes(router: Router, context: AppContext): void {
  router.get(CASE_PATH, (ctx) => {
    const found = readCase(context, normaliseOrderNumber(ctx.params['orderNumber'] ?? ''));
    if (!found) throw notFound();
    ctx.body = found;
  });

  router.post(NOTE_PATH, async (ctx) => {
    const { text } = validateBody(ctx, Note);
    await addNote(context, { adminId: adminIdOf(ctx), orderNumber: ctx.params['orderNumber'] ?? '' }, text);
    ctx.body = done('Note added');
  });

  router.post(WORK_STATUS_PATH, async (ctx) => {
    const change = validateBody(ctx, ChangeWorkStatus);
    const actor = { adminId: adminIdOf(ctx), orderNumber: ctx.params['orderNumber'] ?? '' };
    await changeWorkStatus(context, actor, change);
    ctx.body = done('Work status changed');
  });

  router.get(MESSAGE_PATH, async (ctx) => {
    const message = await readMessage(context, Number(ctx.params['id']));
    if (!message) throw notFound();
    ctx.body = message;
  });

  router.post(SEND_ALL_AGAIN_PATH, async (ctx) => {
    validateBody(ctx, NoDetails);
    const count = await resendFailed(context, adminIdOf(ctx));
    ctx.body = done(count === 1 ? 'Sending 1 email' : `Sending ${count} emails`);
  });

  router.post(SEND_AGAIN_PATH, async (ctx) => {
    const { recipient } = validateBody(ctx, SendAgain);
    await resendEmail(context, { adminId: adminIdOf(ctx), messageId: Number(ctx.params['id']), recipient });
    ctx.body = done('Sending the email');
  });

  router.post(DISCARD_EMAIL_PATH, async (ctx) => {
    validateBody(ctx, NoDetails);
    await discardEmail(context, { adminId: adminIdOf(ctx), messageId: Number(ctx.params['id']) });
    ctx.body = done('Email discarded');
  });

  router.post(RELEASE_PATH, async (ctx) => {
    validateBody(ctx, NoDetails);
    const form = FORM_TABLES.get(ctx.params['form'] ?? '');
    if (!form) throw notFound();
    await release(context, { adminId: adminIdOf(ctx), form, id: Number(ctx.params['id']) });
    ctx.body = done('Moved out of quarantine');
  });

  router.post(ACCEPT_PATH, async (ctx) => {
    validateBody(ctx, NoDetails);
    const form = FORM_TABLES.get(ctx.params['form'] ?? '');
    if (!form) throw notFound();
    await accept(context, { adminId: adminIdOf(ctx), form, id: Number(ctx.params['id']) });
    ctx.body = done('Form accepted for this order');
  });
}

const done = (message: string): ActionAnswer => ({ success: true, message });
