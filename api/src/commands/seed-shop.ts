import { quote } from '@northlight/shared/catalogue/quote.ts';
import { SERVICE_IDS, type ServiceId } from '@northlight/shared/catalogue/ids.ts';
import type { Db } from '../db/client.ts';
import { inTransaction } from '../db/transaction.ts';
import type { SubmissionRow } from '../db/schema.ts';
import { submissionTables } from '../forms/submission-store.ts';
import * as orderStore from '../orders/order-store.ts';
import type { NewOrder } from '../orders/order-store.ts';
import * as searchIndex from '../search/search-index.ts';
import * as words from './seed-texts.ts';
import { seededRandom } from './seeded-random.ts';
const BATCH = 500;
const MINUTE_MS = 60_000;

/**
 * Creates `count` sample orders and as many forms, the newest now. The same count always makes the same shop.
 */
export async function seedShop(db: Db, count: number, now: Date, onProgress = (_done: number) => {}) {
  const random = seededRandom(count);
  const pick = <Choice>(choices: readonly Choice[]): Choice =>
    choices[Math.floor(random() * choices.length)] as Choice;

  for (let done = 0; done < count; done += BATCH) {
    await inTransaction(db, () => {
      for (let index = done; index < Math.min(count, done + BATCH); index += 1) seedOne(index);
    });
    onProgress(Math.min(count, done + BATCH));
  }

  function seedOne(index: number): void {
    const createdAt = new Date(now.getTime() - (count - index) * 7 * MINUTE_MS);
    const order = anOrder(createdAt);
    const { lines } = quote({ serviceIds: order.serviceTypes, addonIds: [], isYearly: order.isYearly });
    const { orderNumber } = orderStore.insert(db, order, lines);
    // Every fifth form is a request without an order, so some orders still miss their forms.
    const isRequest = index % 5 === 0;
    seedForm(order, isRequest ? orderStore.takeNumber(db, createdAt) : orderNumber, isRequest, index);
    searchIndex.refreshOrder(db, orderNumber);
  }

  function anOrder(createdAt: Date): NewOrder {
    const [firstName, lastName] = [pick(words.FIRST_NAMES), pick(words.LAST_NAMES)];
    const businessName = `${lastName} ${pick(words.TRADES)}`;
    const serviceTypes = someServices();
    const isYearly = random() < 0.3;
    const price = quote({ serviceIds: serviceTypes, addonIds: [], isYearly });
    const isPending = price.dueTodayCents > 0 && random() < 0.05;
    return {
      firstName,
      lastName,
      businessName,
      serviceTypes,
      isYearly,
      createdAt,
      email:
        `${firstName}.${lastName}${Math.floor(random() * 10_000)}@${pick(words.TOWNS)}.example`.toLowerCase(),
      phone: `(555) ${String(Math.floor(random() * 10_000_000)).padStart(7, '0')}`,
      businessDescription: sentence(12),
      missingForms: serviceTypes,
      country: 'US',
      state: pick(['MI', 'OH', 'IN', 'IL']),
      city: pick(words.TOWNS),
      postalCode: '48104',
      address: `${Math.ceil(random() * 400)} ${pick(words.TOWNS)} Street`,
      checkoutId: null,
      paymentId: null,
      basePriceCents: price.subtotalCents,
      promoCode: null,
      discountCents: price.discountCents,
      taxCents: price.taxCents,
      initialPaymentCents: price.dueTodayCents,
      recurringPaymentCents: price.recurringCents,
      recurringPeriod: price.recurringPeriod,
      consent: null,
      paymentMethod: random() < 0.7 ? 'credit-card' : 'paypal',
      paymentMode: 'demo',
      paymentStatus: isPending ? 'pending' : 'completed',
      receivedAmountCents: isPending || price.dueTodayCents === 0 ? null : price.dueTodayCents,
      review: isPending ? { code: 'not_arrived' } : null,
      seoOptimization: false,
      blogSetup: false,
      extraRevisions: false,
      claimedInitialPaymentCents: price.dueTodayCents,
      claimedRecurringPaymentCents: price.recurringCents,
      claimedPaymentStatus: 'completed',
    };
  }

  function seedForm(order: NewOrder, orderNumber: string, isRequest: boolean, index: number): void {
    const { email, firstName, lastName, businessName, phone } = order;
    const facts: Omit<SubmissionRow, 'id'> = {
      orderNumber,
      submissionKey: null,
      contentHash: String(index),
      orderMatch: isRequest ? 'request' : 'same-email',
      isOutsideOrder: false,
      quarantineReason: random() < 0.01 ? 'honeypot' : null,
      workStatus: random() < 0.1 ? 'new' : 'delivered',
      timestamp: order.createdAt,
    };
    const service = isRequest ? pick(['voice', 'onhold'] as const) : (order.serviceTypes[0] ?? 'website');
    if (service === 'website') {
      const row = {
        ...facts,
        email,
        name: `${firstName} ${lastName}`,
        project: orderNumber,
        package: '1-page' as const,
        hosting: 'hosted' as const,
        billing: order.isYearly ? ('yearly' as const) : ('monthly' as const),
        description: '',
        colors: '#1f6feb, #ffffff, #222222',
        fonts: pick(['Something round', 'Plain', 'With serifs']),
        text: sentence(20),
        addons: [],
        notes: sentence(8),
        deadline: '',
        referenceUrls: `https://${pick(words.TOWNS)}.example`,
        contactInfo: phone,
        services: sentence(8),
        address: order.address ?? '',
        socialMedia: `@${lastName.toLowerCase()}`,
        testimonials: sentence(15),
        mailchimpStatus: 'not_configured' as const,
      };
      searchIndex.indexSubmission(db, 'website', { ...row, id: submissionTables.website.insert(db, row) });
    } else if (service === 'voice') {
      const row = {
        ...facts,
        formType: 'voice-agent' as const,
        firstName,
        lastName,
        email,
        businessName,
        phone,
        businessDescription: sentence(12),
        imageUrl: '',
        notes: sentence(25),
        dental: null,
        mailchimpStatus: 'not_configured' as const,
      };
      searchIndex.indexSubmission(db, 'voice', { ...row, id: submissionTables.voice.insert(db, row) });
    } else {
      const row = {
        ...facts,
        businessName,
        businessNiche: sentence(3),
        customMessage: sentence(40),
        email,
        phone,
      };
      searchIndex.indexSubmission(db, 'onhold', { ...row, id: submissionTables.onhold.insert(db, row) });
    }
  }

  function someServices(): ServiceId[] {
    const chosen = SERVICE_IDS.filter(() => random() < 0.45);
    return chosen.length > 0 ? chosen : ['website'];
  }

  function sentence(length: number): string {
    return Array.from({ length }, () => pick(words.WORDS)).join(' ');
  }
}
