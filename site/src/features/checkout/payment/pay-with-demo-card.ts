import type { DemoCardInput } from '@northlight/shared/contracts/shop/demo-payments.ts';
import { failureText } from '@northlight/shared/contracts/call-error.ts';
import { call } from '../../../lib/api-client.ts';
import { CARD_FALLBACK, type Confirmation } from './pay-by-card.ts';

export async function payWithDemoCard(body: DemoCardInput): Promise<Confirmation> {
  try {
    const answer = await call('POST /api/demo-payments/card', { body });
    if (answer.status === 'succeeded') return 'paid';
    if (answer.status === 'requires_action') return 'needs-confirmation';
    if (answer.status !== 'declined')
      return { failure: `Payment status: ${String(Object(answer).status)}`, isCertain: false };
    return answer.isOver ? 'over' : { failure: answer.message || CARD_FALLBACK, isCertain: true };
  } catch (error) {
    return { failure: failureText(error, CARD_FALLBACK, CARD_FALLBACK), isCertain: false };
  }
}
