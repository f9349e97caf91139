import type { Cents } from '@northlight/shared/catalog/money.ts';
import { formatUsd } from '@northlight/shared/catalog/money.ts';
import { addPeriods, dayText, nextPeriod } from '@northlight/shared/catalog/periods.ts';
import { printableBuyer } from '@northlight/shared/catalog/printable.ts';
import type { Price } from '@northlight/shared/catalog/price.ts';
import { noMoneyText, byHandText, type OrderMethod } from '@northlight/shared/contracts/payments.ts';
import { receiptRows, type ReceiptRow } from '@northlight/shared/catalog/receipt.ts';
import { SERVICES } from '@northlight/shared/catalog/services.ts';
import type { Env } from '../../base/settings/env.ts';
import type { OrderWithLines } from '../../work/orders/order-store.ts';
import { billingAddressOf, priceOf, termsOf } from '../../work/orders/present-order.ts';
import type { Seller } from '../../db/schema/server.ts';
import type { Payment } from '../payments/payment-store.ts';
import type { RequestRow } from '../quotes/request-store.ts';
import { refundedBefore, type Document } from './documents.ts';
import { dateBefore, dayIn } from '../../base/business-hours.ts';
import { DAY_MS } from '../../base/units.ts';

export type Fact = { label: string; value: string };

/** What a PDF says, before it has a layout. */
export type DocumentContent = {
  title: string;
  /** The title of the file. */
  name: string;
  business: Env['business'];
  issuedAt: Date;
  facts: Fact[];
  /** One line each, of any length. */
  buyer: string[];
  /** What the reader must not miss: that nothing was really paid, or that it is void. */
  warnings: string[];
  rows: Row[];
  notes: string[];
  /** Only of a quote. */
  offer?: {
    /** To the customer, above the lines. */
    message: string;
    /** What the sums don't include. */
    options: Row[];
    /** Empty once it can't be accepted. */
    howToAccept: string;
  };
};
/** `details` stand below the label. */
export type Row = (ReceiptRow | TaxBase) & { details?: string | undefined };
/** What the tax was computed from. */
export type TaxBase = { kind: 'tax-base'; label: string; amount: string };

export type About = {
  order: OrderWithLines;
  /** The order's own payment. */
  payment: Payment | undefined;
  /** How it came without a provider, if somebody recorded that. */
  byHand?: RequestRow['byHand'];
  /** All of the order's, oldest first. */
  documents: readonly Document[];
  /** Of the day on which it was given. */
  seller: Seller;
};

/** The content of one document; null for the receipt of an order that cost nothing. */
export function contentOf(about: About, document: Document | null): DocumentContent {
  const { order, seller } = about;
  const issuedAt = document?.invoice.createdAt ?? order.createdAt;
  const title = document ? (document.corrects ? 'Credit note' : 'Invoice') : 'Receipt';
  const { price: rows, facts, notes } = partsOf(about, document);
  const day = (time: Date) => dayText(time, seller.timeZone);
  return {
    title,
    name: `${title} ${document?.number ?? order.orderNumber}`,
    business: seller.business,
    issuedAt,
    facts: [
      ...(document ? [{ label: 'Number', value: document.number }] : []),
      { label: 'Date', value: day(issuedAt) },
      { label: 'Order', value: order.orderNumber },
      ...facts,
    ],
    buyer: isErased(order)
      ? ['Erased at the customer’s request', ...billingAddressOf(order)]
      : printableBuyer(
          [order.businessName, `${order.firstName} ${order.lastName}`, ...billingAddressOf(order)],
          order.email,
        ),
    warnings: [
      ...(order.paymentMode === 'live' ? [] : [noMoneyText(order.paymentMode)]),
      ...(document?.isVoid
        ? [`Void: this refund failed. Invoice ${document.corrects} remains valid in full.`]
        : []),
    ],
    rows: receiptRows(rows).flatMap((row) =>
      row.kind === 'tax' && rows.taxCents > 0 ? [taxBaseOf(rows), row] : [row],
    ),
    notes: [...notes, ...exemptNote(order), ...(isErased(order) ? [KEPT] : [])],
  };
}

const isErased = ({ email }: OrderWithLines): boolean => email === '';
const KEPT = 'Number, dates, amounts, sales tax, state, and country are kept, as tax law requires.';

const exemptNote = (order: OrderWithLines): string[] => {
  const { exempt } = termsOf(order);
  if (exempt === undefined) return [];
  return [isErased(order) ? 'Exempt from sales tax.' : `Exempt from sales tax, certificate ${exempt}.`];
};

export const taxBaseOf = ({ subtotalCents, discountCents }: Price): TaxBase => ({
  kind: 'tax-base',
  label: 'Taxable amount',
  amount: formatUsd(subtotalCents - discountCents),
});

const WAYS: Record<OrderMethod, string> = {
  paypal: 'with PayPal',
  'credit-card': 'by credit or debit card',
  'by-hand': 'by check, bank transfer, or cash',
};

type Parts = { price: Price; facts: Fact[]; notes: string[] };

function partsOf(about: About, document: Document | null): Parts {
  const { order, payment, byHand, documents, seller } = about;
  const day = (time: Date) => dayText(time, seller.timeZone);
  const by = WAYS[order.paymentMethod];
  if (!document) return { price: priceOf(order), facts: [], notes: ['Nothing was due.'] };
  const { invoice, refund, charge, amountCents, corrects, isVoid } = document;
  if (corrects) {
    const before = refundedBefore(invoice, documents);
    const taxCents = refund?.taxCents ?? taxWithin(order, before + amountCents) - taxWithin(order, before);
    return {
      price: plainPrice(order, `Refund of invoice ${corrects}`, amountCents, taxCents),
      facts: [{ label: 'Corrects', value: corrects }],
      notes: [
        ...(isVoid ? [] : [`${formatUsd(amountCents)} refunded on ${day(invoice.createdAt)}.`]),
        ...(refund?.reason ? [`Reason: ${refund.reason}`] : []),
      ],
    };
  }
  if (charge) {
    const { dueAt, paidAt } = charge;
    const period = document.period ?? order.recurringPeriod ?? 'month';
    // The next charge is for the day on which this period ends.
    const lastDay = dateBefore(dayIn(seller, periodEnd(about, document, dueAt)), 1);
    const paidOn = day(paidAt ?? invoice.createdAt);
    const line = `${SERVICES.website.name}, 1 ${period}`;
    return {
      price: plainPrice(order, line, amountCents, taxWithin(order, amountCents)),
      facts: [
        { label: 'Paid', value: paidOn },
        { label: 'Period start', value: day(dueAt) },
        { label: 'Period end', value: dayText(lastDay, 'UTC') },
      ],
      notes: [`${formatUsd(amountCents)} paid on ${paidOn} ${by}.`],
    };
  }
  // Later news of a payment changes its row, too.
  const paidAt = Math.min(payment?.updatedAt.getTime() ?? Infinity, invoice.createdAt.getTime());
  const paidOn = day(new Date(paidAt));
  return {
    price: priceOf(order),
    facts: [{ label: 'Paid', value: paidOn }],
    notes: [`${formatUsd(amountCents)} paid on ${paidOn} ${byHand ? byHandText(byHand) : by}.`],
  };
}

/**
 * When the next charge is due: a period after this one, counted from where the provider counts. February 28 ends on
 * March 30 if the payments began on January 31.
 */
function periodEnd({ order, documents }: About, document: Document, dueAt: Date): Date {
  const { agreement } = document;
  const period = document.period ?? order.recurringPeriod ?? 'month';
  const firstDueAt = Math.min(...documents.flatMap(({ charge }) => charge?.dueAt.getTime() ?? []));
  // PayPal counts from its first charge, also if the order was of a longer month.
  const from = agreement?.provider === 'paypal' ? new Date(firstDueAt) : startOf(order, document);
  const due = nextPeriod(from, period, new Date(dueAt.getTime() - DAY_MS / 2));
  const isCounted = Math.abs(due.getTime() - dueAt.getTime()) < DAY_MS / 2;
  // What was changed to yearly payments can begin on any day.
  return isCounted ? nextPeriod(from, period, due) : addPeriods(dueAt, period, 1);
}

/** An agreement that was changed to another period since then began again. */
const startOf = (order: OrderWithLines, { agreement, period }: Document): Date =>
  (period && agreement?.startedAt) ?? order.createdAt;

/** A price of one line that adds up to an amount with its tax. */
function plainPrice(order: OrderWithLines, name: string, amountCents: Cents, taxCents: Cents): Price {
  const subtotalCents = amountCents - taxCents;
  return {
    lines: [{ serviceId: order.serviceTypes[0] ?? 'website', name, amountCents: subtotalCents }],
    subtotalCents,
    promoCode: null,
    discountCents: 0,
    taxCents,
    dueTodayCents: amountCents,
    recurringCents: 0,
    recurringPeriod: null,
    terms: termsOf(order),
  };
}

/** The tax within a recurring amount. It has some only if the price that was agreed on had some. */
export function taxWithin(order: OrderWithLines, amountCents: Cents): Cents {
  const { taxPercent, taxesRecurring } = termsOf(order);
  if (!taxesRecurring) return 0;
  return amountCents - Math.round((amountCents * 100) / (100 + taxPercent));
}
