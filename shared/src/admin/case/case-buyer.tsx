import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { CaseOrder } from '../../contracts/cases.ts';
import { Button } from '../../ui/button.tsx';
import { useOpenForm } from '../drafts/use-draft.ts';
import { useMay } from '../base/session.queries.ts';
import { useWanted } from '../base/ui-store.ts';
import { Act } from '../base/act.tsx';
import { Card } from '../base/card.tsx';
import { Facts } from './facts.tsx';
import { LongText } from './long-text.tsx';

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
          'Came from': cameFrom && <bdi>{cameFrom}</bdi>,
          'Business description': businessDescription && <LongText text={businessDescription} />,
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
