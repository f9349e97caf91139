import type { Intake } from '@northlight/shared/contracts/customer-links.ts';
import type { FoundIntake } from './fetch-intake.ts';
import type { DraftStore } from '../draft/save-draft.ts';
import type { RequestForm } from '../request-form.ts';

/** The order number and the link's key in the URL. */
export type OrderLink = { order: string; key: string };

const MAX_ORDER_NUMBER_LENGTH = 24;

export function readOrderLink(search: string): OrderLink {
  const query = new URLSearchParams(search);
  return {
    order: (query.get('order') ?? '').trim().slice(0, MAX_ORDER_NUMBER_LENGTH),
    key: query.get('key') ?? '',
  };
}

/** Whether the page corrects a form that was sent before. */
export const isCorrection = (): boolean => new URLSearchParams(location.search).has('correct');

/** Prefills the customer's details, or just the number. Returns a message for the customer. */
export async function applyOrderLink(request: RequestForm, draftStore: DraftStore): Promise<string> {
  const link = readOrderLink(location.search);
  const { intake, note, answers } = await lookUp(link, request);
  // A draft may still have "no order" checked.
  if (link.order && request.noOrderField) draftStore.take({ [request.noOrderField]: true });
  dropFromAddress('key');
  if (intake) {
    const { intake: before } = draftStore.current();
    // The draft may still name another link's order.
    if (before) draftStore.take(intakeAnswers(request, before));
    draftStore.fill(answers);
    draftStore.fill(intakeAnswers(request, intake));
    draftStore.setIntake(intake);
  } else {
    draftStore.fill(orderAnswer(request, link.order));
  }
  return note;
}

/** The values that an order's link fills in, by field. */
export function intakeAnswers(request: RequestForm, intake: Intake): Partial<Record<string, string>> {
  return { ...request.fromIntake(intake), ...orderAnswer(request, intake.orderNumber) };
}

function orderAnswer({ orderField }: RequestForm, orderNumber: string): Record<string, string> {
  return orderField ? { [orderField]: orderNumber } : {};
}

/** Without details, the form is filled out by hand. Few customers come from a link, so this loads late. */
async function lookUp(link: OrderLink, { kind }: RequestForm): Promise<FoundIntake> {
  const nothing = { intake: null, note: '', answers: {} };
  if (!link.order || !link.key) return nothing;
  return import('./fetch-intake.ts').then(
    ({ fetchIntake }) => fetchIntake(link, kind),
    () => nothing,
  );
}

/** The key shows the customer's details, so it should not stay in the address bar. */
export function dropFromAddress(...names: (keyof OrderLink)[]): void {
  const address = new URL(location.href);
  for (const name of names) address.searchParams.delete(name);
  if (address.href !== location.href) history.replaceState(history.state, '', address);
}
