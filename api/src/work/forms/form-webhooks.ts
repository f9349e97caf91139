import type { RecordContext } from '../../db/context.ts';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import { SERVICES } from '@northlight/shared/catalog/services.ts';
import { isUnverified } from '@northlight/shared/contracts/submissions.ts';
import type { SubmissionRow } from '../../db/schema/forms.ts';
import { queueWebhooks } from '../../messages/webhooks/queue-webhooks.ts';

/**
 * Tells other systems of a form, but not what it says. `version`: of corrected answers. `isNowVerified`: it was told
 * before, as unverified.
 */
export function queueFormWebhooks(
  context: RecordContext,
  event: 'form.received' | 'form.corrected',
  form: ServiceId,
  { id, orderNumber, orderMatch }: Pick<SubmissionRow, 'id' | 'orderNumber' | 'orderMatch'>,
  sender: string,
  { version = 1, isNowVerified = false } = {},
): void {
  const { name } = SERVICES[form];
  queueWebhooks(context, {
    event,
    orderNumber,
    id: `${form}:${id}:${isNowVerified ? 'verified' : version}`,
    text: `${name} form ${event === 'form.received' ? 'received' : 'corrected'} from ${sender}`,
    facts: { service: name, version, sender, isVerified: !isUnverified(orderMatch) },
  });
}
