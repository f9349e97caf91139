import { memo } from 'react';
import { Button } from '@northlight/shared/ui/button.tsx';
import { CheckMark } from '@northlight/shared/ui/check-mark.tsx';
import { ServiceGlyph } from '@northlight/shared/ui/service-glyph.tsx';
import { addonPrice, addonsOf } from '@northlight/shared/catalog/catalog.ts';
import type { Service } from '@northlight/shared/catalog/services.ts';
import { catalog } from '../../../content/catalog.ts';
import { toggleAddon, toggleService, useCheckout } from '../state/checkout-store.ts';
import { servicePrice } from './service-price.ts';

const TEXTS = import.meta.env.CARD_TEXTS;

export const ServiceCard = memo(function ServiceCard({ service }: { service: Service }) {
  const isSelected = useCheckout((state) => state.serviceIds.includes(service.id));
  const isYearly = useCheckout((state) => state.isYearly);
  const { state, pausedText } = catalog.services[service.id];
  const { base, recurring, note } = servicePrice(service.id, isYearly);
  return (
    <article
      className="service-card stack gap-5 pad-5 frame"
      data-service={service.id}
      data-selected={isSelected || undefined}
    >
      <div className="service-text stack middle">
        <ServiceGlyph id={service.id} />
        <h2>{service.name}</h2>
        <p className="whole-row">{TEXTS?.[service.id]?.summary}</p>
        <ul className="service-features whole-row stack sm soft">
          {TEXTS?.[service.id]?.features.map((feature) => (
            <li key={feature} className="row top gap-2">
              <CheckMark />
              <span>{feature}</span>
            </li>
          ))}
        </ul>
      </div>
      <div className="service-deal stack gap-4">
        <p className="service-price cluster baseline sm">
          <strong className="money display xl">{base}</strong>
          <span className="money">{recurring}</span>
          {note && <small className="full xs soft">{note}</small>}
        </p>
        {state === 'paused' ? (
          <p>{pausedText}</p>
        ) : (
          <Button isQuiet={isSelected} onClick={() => toggleService(service.id)}>
            <span>
              <span>{isSelected ? 'Remove' : 'Add to Bundle'}</span>
              <span className="visually-hidden">{` ${service.name}`}</span>
            </span>
          </Button>
        )}
      </div>
      {addonsOf(catalog, service.id).length > 0 && <Addons service={service} isHidden={!isSelected} />}
    </article>
  );
});

function Addons({ service, isHidden }: { service: Service; isHidden: boolean }) {
  const addonIds = useCheckout((state) => state.addonIds);
  const isYearly = useCheckout((state) => state.isYearly);
  return (
    <fieldset className="addons" hidden={isHidden}>
      <legend>{`Add to your ${service.name.toLowerCase()}`}</legend>
      {addonsOf(catalog, service.id, isYearly).map((addon) => (
        <label key={addon.id} className="addon-option stack gap-3 middle target sm">
          <input
            type="checkbox"
            checked={addonIds.includes(addon.id)}
            onChange={() => toggleAddon(addon.id)}
          />
          <span className="addon-text">
            <span>{addon.name}</span>
            {addon.description && <small>{addon.description}</small>}
          </span>
          <span className="money">{addonPrice(addon)}</span>
        </label>
      ))}
    </fieldset>
  );
}
