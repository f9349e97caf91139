import styles from './promo-codes.css?url';
import { useState } from 'react';
import { formatUsd } from '../../../catalog/money.ts';
import type { ListedPromoCode, PromoCodesResponse } from '../../../contracts/promo-codes.ts';
import { Button } from '../../../ui/button.tsx';
import { Act } from '../../base/act.tsx';
import { Card } from '../../base/card.tsx';
import { Reads } from '../../base/query-panel.tsx';
import { PromoCodeForm } from './promo-code-form.tsx';
import { promoState, promoTerms } from './promo-words.ts';

/** The promo codes, their use and revenue, and the forms that create and change them. */
export function PromoCodes() {
  const [isCreating, setIsCreating] = useState(false);
  return (
    <div className="stack gap-4 promo-codes">
      <link rel="stylesheet" href={styles} precedence="view" />
      <Card title="Promo codes" about="Customers enter a code at checkout, or open a link that has it.">
        {isCreating ? (
          <PromoCodeForm onDone={() => setIsCreating(false)} />
        ) : (
          <p>
            <Button isQuiet onClick={() => setIsCreating(true)}>
              New promo code
            </Button>
          </p>
        )}
      </Card>
      <Reads call="GET /api/json/promo-codes">{(response) => <List {...response} />}</Reads>
    </div>
  );
}

function List({ codes, today, linkTo }: PromoCodesResponse) {
  if (codes.length === 0) return <p className="admin-empty">There are no promo codes yet.</p>;
  return (
    <ul className="stack gap-4">
      {codes.map((promo) => (
        <PromoCode key={promo.code} {...{ promo, today, linkTo }} />
      ))}
    </ul>
  );
}

type PromoCodeProps = Pick<PromoCodesResponse, 'today' | 'linkTo'> & { promo: ListedPromoCode };

function PromoCode({ promo, today, linkTo }: PromoCodeProps) {
  const { code, uses, maxUses, discountCents, receivedCents, isActive } = promo;
  const [isEditing, setIsEditing] = useState(false);
  const state = promoState(promo, today);
  return (
    <li className="admin-card">
      <div className="cluster gap-2-4 middle between">
        <h4>{code}</h4>
        <span className="status-label" data-promo={state}>
          {state}
        </span>
      </div>
      <p>{promoTerms(promo)}</p>
      <dl className="promo-figures facts cluster">
        <div>
          <dt>Orders</dt>
          <dd className="money">
            <span>{uses.toLocaleString('en-US')}</span>
            {maxUses !== null && <small>{` of ${maxUses.toLocaleString('en-US')}`}</small>}
          </dd>
        </div>
        <div>
          <dt>Discounts</dt>
          <dd className="money">{formatUsd(discountCents)}</dd>
        </div>
        <div>
          <dt>Revenue</dt>
          <dd className="money">{formatUsd(receivedCents)}</dd>
        </div>
      </dl>
      <p className="admin-small any-width break">
        Link with this code: <code>{`${linkTo}?promo=${code}`}</code>
      </p>
      <p className="cluster gap-2-4 middle">
        <Button isQuiet aria-expanded={isEditing} onClick={() => setIsEditing(!isEditing)}>
          Edit <span className="visually-hidden">{code}</span>
        </Button>
        <Act
          isQuiet
          call="POST /api/admin/promo-codes/:code"
          params={{ code }}
          body={{ ...promo, isActive: !isActive }}
          failure="Couldn’t change the promo code"
        >
          <span>{`Turn ${isActive ? 'off' : 'on'}`}</span> <span className="visually-hidden">{code}</span>
        </Act>
      </p>
      {isEditing && <PromoCodeForm promo={promo} onDone={() => setIsEditing(false)} />}
    </li>
  );
}
