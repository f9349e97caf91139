import { prices } from '../../../content/prices.ts';
import { chooseBilling, useCheckout } from '../state/checkout-store.ts';

export function BillingToggle() {
  const isYearly = useCheckout((state) => state.isYearly);
  return (
    <fieldset className="billing">
      <legend className="visually-hidden">Website billing period</legend>
      <label className="billing-option">
        <input type="radio" name="billing" checked={!isYearly} onChange={() => chooseBilling(false)} />
        <span>Monthly Billing</span>
      </label>
      <label className="billing-option">
        <input type="radio" name="billing" checked={isYearly} onChange={() => chooseBilling(true)} />
        <span>
          Yearly Billing <em className="badge">{prices.yearlySaving}</em>
        </span>
      </label>
    </fieldset>
  );
}
