import { CallError } from '@northlight/shared/contracts/call-error.ts';
import { INTAKE_PATH } from '@northlight/shared/contracts/form-paths.ts';
import type { Intake } from '@northlight/shared/contracts/forms.ts';
import { getJson } from '../../lib/api-client.ts';
import type { LinkedOrder } from './form-draft.ts';
import type { DraftKeeper } from './keep-draft.ts';
import type { RequestForm } from './request-form.ts';

/** What the address says about the order: its number, and the key of a link that this shop made. */
export type OrderLink = { order: string; key: string };

const LONGEST_ORDER_NUMBER = 24;
/** Answered for a link that is no link of ours, and for one whose order was delivered long ago. */
const SPOILT_LINK = new Set([404, 410]);

export function readOrderLink(search: string): OrderLink {
  const query = new URLSearchParams(search);
  return {
    order: (query.get('order') ?? '').trim().slice(0, LONGEST_ORDER_NUMBER),
    key: query.get('key') ?? '',
  };
}

/** Fills in what the link knows: the buyer's own details, or the number alone. Gives what the buyer should know of it. */
export async function followOrderLink(request: RequestForm, keeper: DraftKeeper): Promise<string> {
  const link = readOrderLink(location.search);
  const { intake, note } = await fetchIntake(link);
  dropFromAddress('key');
  if (intake) {
    const { intake: before } = keeper.current();
    // The draft may still name the order of another link.
    if (before) keeper.take(intakeAnswers(request, before));
    keeper.fill(intakeAnswers(request, intake));
    keeper.setIntake(intake);
  } else {
    keeper.fill(orderAnswer(request, link.order));
  }
  return note;
}

/** What an order's link fills in, by field. */
export function intakeAnswers(request: RequestForm, intake: Intake): Partial<Record<string, string>> {
  return { ...request.fromIntake(intake), ...orderAnswer(request, intake.orderNumber) };
}

function orderAnswer({ orderField }: RequestForm, orderNumber: string): Record<string, string> {
  return orderField ? { [orderField]: orderNumber } : {};
}

/** Without an intake, for whatever reason, the form is filled in by hand. */
async function fetchIntake(link: OrderLink): Promise<{ intake: LinkedOrder | null; note: string }> {
  if (!link.order || !link.key) return { intake: null, note: '' };
  try {
    const intake = await getJson<Intake>(`${INTAKE_PATH}?${new URLSearchParams(link)}`);
    return { intake: { ...intake, key: link.key }, note: '' };
  } catch (error) {
    const isSpoilt = error instanceof CallError && SPOILT_LINK.has(error.status);
    return { intake: null, note: isSpoilt ? (error.answer?.message ?? '') : '' };
  }
}

/** The key opens the buyer's details: it should not stay where screens are shared and addresses are copied. */
export function dropFromAddress(...names: (keyof OrderLink)[]): void {
  const address = new URL(location.href);
  for (const name of names) address.searchParams.delete(name);
  if (address.href !== location.href) history.replaceState(history.state, '', address);
}
