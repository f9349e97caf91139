import type { PaymentMethod } from '@northlight/shared/contracts/payments.ts';
import { choosePaymentMethod, useCheckout } from '../state/checkout-store.ts';

const METHODS: { id: PaymentMethod; name: string; hint: string }[] = [
  { id: 'credit-card', name: 'Credit / Debit Card', hint: 'Pay right here on this page' },
  { id: 'paypal', name: 'PayPal', hint: 'Approve on PayPal, then come back here' },
];

export function PaymentMethodChoice() {
  const paymentMethod = useCheckout((state) => state.paymentMethod);
  const paymentOptions = useCheckout((state) => state.paymentOptions);
  const offered = METHODS.filter(({ id }) => paymentOptions?.methods.includes(id) ?? true);
  return (
    <fieldset className="methods stack gap-3">
      <legend>
        <h2>Payment method</h2>
      </legend>
      {offered.map(({ id, name, hint }) => (
        <label key={id} className="method row middle gap-4 bold">
          <input
            type="radio"
            name="paymentMethod"
            value={id}
            checked={paymentMethod === id}
            onChange={() => !useCheckout.getState().isBusy && choosePaymentMethod(id)}
          />
          <span className="method-text">
            <span>{name}</span>
            <small>{hint}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
