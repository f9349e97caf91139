import { TEST_CARDS } from './demo-card.ts';

/** The demo's test cards. Each one fills in the form. */
export function TestCards({ onUse }: { onUse: (number: string) => void }) {
  return (
    <section className="test-cards" aria-labelledby="test-cards-title">
      <h3 id="test-cards-title">Test cards</h3>
      <p>This is a demo. No real charges are made, and only these numbers work.</p>
      <ul className="test-card-list">
        {TEST_CARDS.map(({ number, effect }) => (
          <li key={number}>
            <button className="test-card" type="button" onClick={() => onUse(number)}>
              <span className="visually-hidden">Use </span>
              <span className="money">{number}</span>
              <small>{effect}</small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
