import type { CaseResponse } from '../../contracts/cases.ts';
import { Act } from '../base/act.tsx';
import { Card } from '../base/card.tsx';
import { useMay } from '../base/session.queries.ts';
import { Moment } from '../list/times.tsx';
import { LongText } from './long-text.tsx';

type CaseReviewProps = { orderNumber: string; review: NonNullable<CaseResponse['review']> };

/** What the customer wrote when the shop asked for a review. */
export function CaseReview({ orderNumber, review }: CaseReviewProps) {
  const { text, name, mayShow, sentAt, usedAt } = review;
  const mayManage = useMay('manage');
  return (
    <Card className="case-card" title="Review">
      <LongText text={text} />
      <p className="admin-small">
        <bdi>{name}</bdi>, <Moment at={sentAt} />
        {usedAt ? (
          <>
            {' '}
            <span>· added to the testimonials</span> <Moment at={usedAt} />
            {!mayShow && <span> · the customer wants it removed from your website</span>}
          </>
        ) : (
          !mayShow && <span> · may not be shown on your website</span>
        )}
      </p>
      {mayShow && !usedAt && mayManage && (
        <p className="case-actions cluster gap-2">
          <Act
            isQuiet
            call="POST /api/admin/cases/:orderNumber/testimonial"
            params={{ orderNumber }}
            failure="Couldn’t add the testimonial"
          >
            Use as a testimonial
          </Act>
        </p>
      )}
    </Card>
  );
}
