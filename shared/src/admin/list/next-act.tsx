import { Link } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { ACT_NAMES } from '../../contracts/deliveries.ts';
import type { NextAct as Step } from '../../contracts/overview.ts';
import { Act } from '../base/act.tsx';
import { useUi, want } from '../base/ui-store.ts';

type GoActProps = {
  /** Of the order or the quote. */
  number: string;
  /** What is opened there, such as "message". */
  what: string;
  isQuiet?: boolean;
  children: ReactNode;
};

/** Opens an order or a quote at the field or form of an act. Where it is open already, only the form opens. */
export function GoAct({ number, what, isQuiet = false, children }: GoActProps) {
  const isBeside = useUi(({ preview }) => preview === number);
  const link = {
    className: isQuiet ? 'button quiet' : 'button',
    onClick: (event: MouseEvent) => {
      want(`${number} ${what}`);
      if (isBeside) event.preventDefault();
    },
    children,
  };
  return number.startsWith('Q-') ? (
    <Link to="/quotes/$number" params={{ number }} {...link} />
  ) : (
    <Link to="/case/$orderNumber" params={{ orderNumber: number }} {...link} />
  );
}

type NextActProps = { orderNumber: string; customer: string; act: Step; isQuiet?: boolean };

/** What keeps a promise. The overview, the head of an order, and its services have the same. */
export function NextAct({ orderNumber, customer, act, isQuiet = false }: NextActProps) {
  const { promise, service, version, id } = act;
  const name = <ActName name={ACT_NAMES[promise](version)} customer={customer} />;
  if (promise === 'work')
    return (
      <Act
        isQuiet={isQuiet}
        call="POST /api/admin/cases/:orderNumber/work/:id/done"
        params={{ orderNumber, id }}
        failure="Couldn’t mark it as done"
      >
        {name}
      </Act>
    );
  const what = promise === 'contact' ? 'message' : promise === 'launch' ? 'live' : `deliver ${service}`;
  return (
    <>
      {promise === 'contact' && (
        <Act
          isQuiet
          call="POST /api/admin/cases/:orderNumber/notes"
          params={{ orderNumber }}
          body={{ text: 'Called the customer', answers: 'called' }}
          failure="Couldn’t note the call"
        >
          <ActName name="I called" customer={customer} />
        </Act>
      )}
      <GoAct number={orderNumber} what={what} isQuiet={isQuiet}>
        {name}
      </GoAct>
    </>
  );
}

/** What a button does, and for whom where that is not seen. */
const ActName = ({ name, customer }: { name: string; customer: string }) => (
  <>
    <span>{name}</span>
    {customer && <span className="visually-hidden">{` for ${customer}`}</span>}
  </>
);
