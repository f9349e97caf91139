import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { FormResponse, MailchimpStatus } from '@northlight/shared/contracts/forms/forms.ts';
import { normalizeOrderNumber } from '@northlight/shared/contracts/order-number.ts';
import type { Db } from '../../db/client.ts';
import { submissionTables } from './submission-store.ts';
import { hasEnded, isFromEmail, isGenuine } from '../orders/order-links.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { ApiError, badLink, ORDER_NOT_FOUND, badField } from '../../base/errors.ts';
import { confirmEmail } from '../orders/plan-reminders.ts';
import { dentalAnswers, onHoldAnswers, voiceAnswers, websiteAnswers } from './answers.ts';
import { joinNewsletter, queueNewsletter } from './join-newsletter.ts';
import { promiseFor } from './match-order.ts';
import { saveSubmission } from './save-submission.ts';
import type { SubmissionRow } from '../../db/schema/forms.ts';
import * as orderStore from '../orders/order-store.ts';
import type { WorkContext } from '../context.ts';

export function formRoutes(mount: Mount, context: WorkContext): void {
  const { db, settings, limits } = context;
  /**
   * The answer shows whether the order exists, so guessing must not be faster here than with verify-order.
   */
  const slowGuesses = async (address: string, { orderMatch }: SubmissionRow): Promise<void> => {
    if (orderMatch === 'unknown-order' || orderMatch === 'unpaid-order')
      await delay(limits.lookupDelay.afterMiss(address));
  };

  mount('POST /api/submit-order-form', async ({ body: form, ctx }) => {
    const orderNumber = form.hasNoOrder ? undefined : form.project;
    if (orderNumber && !orderStore.buyerOf(db, orderNumber)) {
      await delay(limits.lookupDelay.afterMiss(ctx.ip));
      throw badField('project', ORDER_NOT_FOUND);
    }
    const joiner = { ...splitName(form.name), tag: 'website' };
    const saved = await saveSubmission(context, {
      form: 'website',
      table: submissionTables.website,
      title: form.name,
      sent: { ...form, orderNumber },
      answers: websiteAnswers(form),
      clientAddress: ctx.ip,
      onStored: (row) => queueNewsletter(context, row, joiner),
    });
    return answer(db, 'website', saved.row, {
      message: orderNumber ? 'Order submitted successfully!' : 'Request submitted successfully!',
      mailchimpStatus: await joinNewsletter(context, submissionTables.website, saved, joiner),
    });
  });

  mount('POST /api/submit-voice-agent-form', async ({ body: form, ctx }) => {
    const joiner = { firstName: form.firstName, lastName: form.lastName, tag: 'voice' };
    const saved = await saveSubmission(context, {
      form: 'voice',
      table: submissionTables.voice,
      title: form.businessName,
      sent: form,
      answers: voiceAnswers(form),
      clientAddress: ctx.ip,
      onStored: (row) => queueNewsletter(context, row, joiner),
    });
    await slowGuesses(ctx.ip, saved.row);
    return answer(db, 'voice', saved.row, {
      message: 'Request submitted successfully!',
      mailchimpStatus: await joinNewsletter(context, submissionTables.voice, saved, joiner),
    });
  });

  mount('POST /api/voice-agent-form-submission', async ({ body: form, ctx }) => {
    const { row } = await saveSubmission(context, {
      form: 'voice',
      table: submissionTables.voice,
      title: form.practiceName,
      sent: form,
      answers: dentalAnswers(form),
      clientAddress: ctx.ip,
    });
    await slowGuesses(ctx.ip, row);
    return answer(db, 'voice', row, { message: 'Form submitted successfully!' });
  });

  mount('POST /api/on-hold-audio-form', async ({ body: form, ctx }) => {
    const { row } = await saveSubmission(context, {
      form: 'onhold',
      table: submissionTables.onhold,
      title: form.businessName,
      sent: form,
      answers: onHoldAnswers(form),
      clientAddress: ctx.ip,
    });
    await slowGuesses(ctx.ip, row);
    return answer(db, 'onhold', row, { message: 'Request submitted successfully!' });
  });

  /** Returns what a customer's link fills into a form. */
  mount('GET /api/intake', async ({ query }) => {
    const orderNumber = normalizeOrderNumber(query.order);
    const order = orderStore.byNumber(db, orderNumber);
    if (!order || !isGenuine(settings.secret, order, query.key))
      throw badLink(
        'This link isn’t valid. Please check that you opened the whole link. You can still fill out the form, but please enter your details yourself.',
      );
    if (hasEnded(order, context.now()))
      throw new ApiError(
        410,
        'link_ended',
        'This link expired 60 days after your order was delivered. You can still fill out the form, but please enter your details yourself.',
      );
    if (isFromEmail(settings.secret, order, query.key)) await confirmEmail(context, order);
    const { firstName, lastName, email, businessName } = order;
    return { orderNumber, firstName, lastName, email, businessName };
  });
}

function answer(
  db: Db,
  service: ServiceId,
  row: SubmissionRow,
  { message, mailchimpStatus = 'not_configured' }: { message: string; mailchimpStatus?: MailchimpStatus },
): FormResponse {
  const { orderNumber } = row;
  const order = row.orderMatch === 'order-link' ? orderStore.byNumber(db, orderNumber) : undefined;
  const nextForm = order?.missingForms[0] ?? null;
  return {
    success: true,
    message,
    orderNumber,
    mailchimpStatus,
    promises: promiseFor(service, row),
    nextForm,
  };
}

/** The website form asks for one full name. What follows the first word becomes the last name. */
function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}
