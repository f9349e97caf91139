import { disputeText } from '../../contracts/review.ts';
import { type Dispute, providerWords } from '../../contracts/payments.ts';

/** A disputed payment, its deadline, and the provider's page to respond. */
export function DisputeNote({ dispute, provider }: { dispute: Dispute; provider: string }) {
  const { status, respondBy, url } = dispute;
  const isOurTurn = status === 'open' && respondBy !== null;
  return (
    <p className="case-error">
      {disputeText(dispute)}{' '}
      {url.startsWith('https://') && (
        <a href={url} target="_blank" rel="noreferrer noopener">
          {isOurTurn ? 'Respond' : 'View it'} at {providerWords(provider)}
        </a>
      )}
    </p>
  );
}
