import { receiptRows, voiceBilledSeparately } from '@northlight/shared/catalogue/receipt.ts';
import type { ServiceId } from '@northlight/shared/catalogue/ids.ts';
import { SERVICES } from '@northlight/shared/catalogue/services.ts';
import type { Env } from '../env.ts';
import type { IntakeLinks } from '../orders/intake-links.ts';
import type { OrderWithLines } from '../orders/order-store.ts';
import { quoteOf } from '../orders/present-order.ts';
import { renderMail } from './render-mail.ts';
import type { MailText } from './transport.ts';

type Settings = Pick<Env, 'publicUrl' | 'business' | 'mailFrom'>;

/** The form that each service starts with, and what happens after it. */
const FORMS: Record<ServiceId, { path: string; action: string; promise: string }> = {
  website: {
    path: '/website-form',
    action: 'Tell us about your website',
    promise: 'We contact you within 24 hours. Your page is live 1-2 business days after you approve it.',
  },
  voice: {
    path: '/voice-agent-form',
    action: 'Tell us about your calls',
    promise: `We contact you within 24 hours. Your agent is operational in 1-2 business days. It is billed separately, from ${voiceBilledSeparately}.`,
  },
  onhold: {
    path: '/onhold-audio-form',
    action: 'Tell us what callers should hear',
    promise: 'We contact you within 24 hours. Your audio arrives within 1 business day.',
  },
};

/** The buyer's mail: number, what was paid, what recurs and the form of each service. */
export function orderConfirmation(
  order: OrderWithLines,
  settings: Settings,
  intakeLinks: IntakeLinks,
): MailText {
  const intake = new URLSearchParams({
    order: order.orderNumber,
    key: intakeLinks.keyOf(order),
  });
  const view = {
    order,
    business: settings.business,
    isDemo: order.paymentMode === 'demo',
    rows: receiptRows(quoteOf(order)),
    consent: order.consent?.text ?? null,
    forms: order.serviceTypes.map((id) => ({
      ...FORMS[id],
      service: SERVICES[id].name,
      url: `${settings.publicUrl}${FORMS[id].path}?${intake}`,
    })),
  };
  return {
    from: settings.mailFrom,
    subject: `Your order ${order.orderNumber}`,
    ...renderMail('order-confirmation', view),
  };
}
