import { failureText } from '@northlight/shared/contracts/call-error.ts';
import { harmless } from '@northlight/shared/ui/page-faults.ts';
import { call } from '../../../lib/api-client.ts';
import { writeBundle } from '../../../lib/bundle-storage.ts';
import { applyPromo } from '../summary/apply-promo.ts';
import { emptyProgress, writeProgress } from '../state/checkout-progress.ts';
import { notify, promoTyped, restoreCheckout } from '../state/checkout-store.ts';
import { continueVisit } from '../../../lib/visit/visit.ts';
import { settleHistory } from '../state/step-history.ts';

/** Loaded for the link of an email: rebuilds its checkout in this tab. */
export async function resumeCheckout(key: string): Promise<void> {
  try {
    const response = await call('POST /api/unfinished-checkout/resume', { body: { key } });
    const { checkoutId, information, promoCode, cameFrom, isExempt, ...bundle } = response;
    const exemption = isExempt ? { key, email: information.email.trim().toLowerCase() } : null;
    harmless('visit', () => continueVisit(cameFrom, bundle.serviceIds));
    writeProgress({
      ...emptyProgress,
      step: 'info',
      checkoutId,
      information,
      exemption,
      ownPackage: bundle,
    });
    writeBundle(bundle);
    restoreCheckout();
    settleHistory();
    if (!promoCode) return;
    promoTyped(promoCode);
    await applyPromo(promoCode);
  } catch (error) {
    notify(
      failureText(
        error,
        'We couldn’t open your link. Please try again, or start a new checkout.',
        'We couldn’t reach our server to open your link.',
      ),
    );
  }
}
