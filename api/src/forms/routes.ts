import { submissionTables } from './submission-store.ts';
import { hasEnded, isFromEmail, isGenuine } from '../orders/intake-links.ts';
import { setTimeout as delay } from 'node:timers/promises';
import type { Router } from '@koa/router';
import type { ServiceId } from '@northlight/shared/catalogue/ids.ts';
import { DentalForm } from '@northlight/shared/contracts/forms/dental-form.ts';
import {
  DENTAL_FORM_PATH,
  INTAKE_PATH,
  IntakeQuery,
  ON_HOLD_FORM_PATH,
  VOICE_FORM_PATH,
  WEBSITE_FORM_PATH,
  type FormAnswer,
  type Intake,
  type MailchimpStatus,
} from '@northlight/shared/contracts/forms/forms.ts';
import { OnHoldForm } from '@northlight/shared/contracts/forms/on-hold-form.ts';
import { normaliseOrderNumber } from '@northlight/shared/contracts/forms/order-number.ts';
import { VoiceForm } from '@northlight/shared/contracts/forms/voice-form.ts';
import { websiteFormFor } from '@northlight/shared/contracts/forms/website-form.ts';
import { linkEnded, linkInvalid, orderNotFound } from '../errors.ts';
import { validateBody, validateQuery } from '../middleware/validate.ts';
import { confirmEmail } from '../orders/confirm-email.ts';
import { dentalAnswers, onHoldAnswers, voiceAnswers, websiteAnswers } from './answers.ts';
import { joinNewsletter, queueNewsletter } from './join-newsletter.ts';
import { promiseFor } from './match-order.ts';
import { saveSubmission } from './save-submission.ts';
import type { SubmissionRow } from '../db/schema.ts';
import * as orderStore from '../orders/order-store.ts';
import type { AppContext } from '../context.ts';

/** Against floods. An office behind one address stays below it, and the spam check judges the rest. */
const FORMS = { perMinute: 120 };
/** For all forms together: enough for an office with large forms, but no address can fill the disk. */
const VOLUME = { kilobytesPerHour: 16_384 };

export function formRoutes(router: Router, context: AppContext): void {
  const { db, settings, limits } = context;
  const limit = limits.calls;
  const flood = limit('forms', FORMS);
  const volume = limit('forms-volume', VOLUME);
  /**
   * The answer shows whether the order exists, so guessing must not be faster here than with verify-order.
   */
  const slowGuesses = async (address: string, { orderMatch }: SubmissionRow): Promise<void> => {
    if (orderMatch === 'unknown-order' || orderMatch === 'unpaid-order')
      await delay(limits.lookupDelay.afterMiss(address));
  };

  router.post(WEBSITE_FORM_PATH, flood, volume, async (ctx) => {
    const form = validateBody(ctx, websiteFormFor(ctx.request.body));
    const orderNumber = form.hasNoOrder ? undefined : form.project;
    if (orderNumber && !orderStore.buyerOf(db, orderNumber)) {
      await delay(limits.lookupDelay.afterMiss(ctx.ip));
      throw orderNotFound('project');
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
    ctx.body = answer('website', saved.row, {
      message: orderNumber ? 'Order submitted successfully!' : 'Request submitted successfully!',
      mailchimpStatus: await joinNewsletter(context, submissionTables.website, saved, joiner),
    });
  });

  router.post(VOICE_FORM_PATH, flood, volume, async (ctx) => {
    const form = validateBody(ctx, VoiceForm);
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
    ctx.body = answer('voice', saved.row, {
      message: 'Request submitted successfully!',
      mailchimpStatus: await joinNewsletter(context, submissionTables.voice, saved, joiner),
    });
  });

  router.post(DENTAL_FORM_PATH, flood, volume, async (ctx) => {
    const form = validateBody(ctx, DentalForm);
    const { row } = await saveSubmission(context, {
      form: 'voice',
      table: submissionTables.voice,
      title: form.practiceName,
      sent: form,
      answers: dentalAnswers(form),
      clientAddress: ctx.ip,
    });
    await slowGuesses(ctx.ip, row);
    ctx.body = answer('voice', row, { message: 'Form submitted successfully!' });
  });

  router.post(ON_HOLD_FORM_PATH, flood, volume, async (ctx) => {
    const form = validateBody(ctx, OnHoldForm);
    const { row } = await saveSubmission(context, {
      form: 'onhold',
      table: submissionTables.onhold,
      title: form.businessName,
      sent: form,
      answers: onHoldAnswers(form),
      clientAddress: ctx.ip,
    });
    await slowGuesses(ctx.ip, row);
    ctx.body = answer('onhold', row, { message: 'Request submitted successfully!' });
  });

  /** Returns what a customer's link fills into a form. */
  router.get(INTAKE_PATH, limit('intake', FORMS), async (ctx) => {
    const query = validateQuery(ctx, IntakeQuery);
    const orderNumber = normaliseOrderNumber(query.order);
    const order = orderStore.byNumber(db, orderNumber);
    if (!order || !isGenuine(settings.secret, order, query.key)) throw linkInvalid();
    if (hasEnded(order, context.now())) throw linkEnded();
    if (isFromEmail(settings.secret, order, query.key)) await confirmEmail(context, order);
    const { firstName, lastName, email, businessName } = order;
    ctx.body = { orderNumber, firstName, lastName, email, businessName } satisfies Intake;
  });
}

function answer(
  service: ServiceId,
  row: SubmissionRow,
  { message, mailchimpStatus = 'not_configured' }: { message: string; mailchimpStatus?: MailchimpStatus },
): FormAnswer {
  const { orderNumber } = row;
  return { success: true, message, orderNumber, mailchimpStatus, promises: promiseFor(service, row) };
}

/** The website form asks for one full name. What follows the first word becomes the last name. */
function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}
