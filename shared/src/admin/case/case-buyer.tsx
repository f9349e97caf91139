import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { CaseOrder, CaseResponse } from '../../contracts/cases.ts';
import { Button } from '../../ui/button.tsx';
import { useOpenForm } from '../drafts/use-draft.ts';
import { useMay } from '../base/session.queries.ts';
import { useWanted } from '../base/ui-store.ts';
import { Act } from '../base/act.tsx';
import { Card } from '../base/card.tsx';
import { Facts } from './facts.tsx';
import { LongText } from './long-text.tsx';
import { Moment } from '../list/times.tsx';

export function CaseBuyer({ orderNumber, order }: { orderNumber: string; order: CaseOrder }) {
  const { firstName, lastName, businessName, businessDescription, customerId } = order;
  const { email, phone, billingAddress, cameFrom } = order;
  const mayWork = useMay('work');
  return (
    <Card className="case-card" title="Customer">
      <Facts
        of={{
          Name: <bdi>{`${firstName} ${lastName}`}</bdi>,
          Business:
            customerId === null ? (
              <bdi>{businessName}</bdi>
            ) : (
              <Link to="/customers/$id" params={{ id: String(customerId) }}>
                <bdi>{businessName}</bdi>
              </Link>
            ),
          Email: (
            <a
              href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Order ${orderNumber}`)}`}
            >
              <bdi>{email}</bdi>
            </a>
          ),
          Phone: (
            <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
              <bdi>{phone}</bdi>
            </a>
          ),
          'Billing address': billingAddress.length > 0 && (
            <bdi className="case-lines">{billingAddress.join('\n')}</bdi>
          ),
          'Came from': mayWork && cameFrom && <bdi>{cameFrom}</bdi>,
          'Business description': mayWork && businessDescription && <LongText text={businessDescription} />,
        }}
      />
      {mayWork && <EndLinks orderNumber={orderNumber} />}
    </Card>
  );
}

/** Ends links that someone else may have. */
function EndLinks({ orderNumber }: { orderNumber: string }) {
  const { isOpen, open, close } = useOpenForm(`${orderNumber} links`);
  const ref = useRef<HTMLButtonElement>(null);
  useWanted(`${orderNumber} links`, open);
  useEffect(() => {
    if (isOpen) ref.current?.focus();
  }, [isOpen]);
  if (!isOpen) return null;
  return (
    <>
      <p className="admin-small">
        Every link to this order that was sent so far stops working. The customer can ask for a new one on the
        order page, or gets it with the next email. To change the address, send an email to a different one
        instead.
      </p>
      <p className="case-actions cluster gap-2">
        <Act
          ref={ref}
          call="POST /api/admin/cases/:orderNumber/end-links"
          params={{ orderNumber }}
          failure="Couldn’t end the links"
          onDone={close}
        >
          End all links
        </Act>
        <Button isQuiet onClick={close}>
          Cancel
        </Button>
      </p>
    </>
  );
}

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
