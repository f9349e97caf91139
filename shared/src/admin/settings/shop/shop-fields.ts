import type { Addon, Catalog, ServiceOffer } from '../../../catalog/catalog.ts';
import { isServiceId, SERVICE_IDS, type ServiceId } from '../../../catalog/ids.ts';
import { centsToText } from '../../../catalog/money.ts';
import { SERVICES } from '../../../catalog/services.ts';
import { stateName } from '../../../catalog/offer-texts.ts';
import type { Shop, ShopChangesInput } from '../../../contracts/shop.ts';
import { typedCents, typedNumber } from '../../../contracts/typed-money.ts';

/**
 * The texts of the form's fields by their places, such as `services.website.firstPayment` or `addons.revisions.name`.
 * The IDs of rows that are not saved yet begin with a plus.
 */
export type Fields = Readonly<Record<string, string>>;

type Values = Omit<Shop, 'content'>;
type Service = Values['services'][ServiceId];
type List = 'addons' | 'taxes';

/** The fields of a row that was just added. */
const NEW_ROWS = {
  addons: { name: '', description: '', price: '', paid: 'once', service: 'website', isActive: 'yes' },
  taxes: { state: '', percent: '' },
};

export function fieldsOf({ services, addons, taxes }: Values): Fields {
  const fields: Record<string, string> = { 'addons.order': addons.map(({ id }) => id).join() };
  const put = (place: string, values: object) => {
    for (const [name, value] of Object.entries(values)) fields[`${place}.${name}`] = String(value ?? '');
  };
  for (const id of SERVICE_IDS) put(`services.${id}`, services[id]);
  for (const { id, price, period, isActive, ...texts } of addons)
    put(`addons.${id}`, {
      ...texts,
      price,
      paid: price === null ? 'quoted' : (period ?? 'once'),
      isActive: isActive ? 'yes' : '',
    });
  for (const { state, percent } of taxes) put(`taxes.${state}`, { state, percent, isRemoved: '' });
  return fields;
}

/** The fields with what was typed, but not into rows that are gone. */
export const withTyped = (fields: Fields, typed: Fields): Fields => ({
  ...fields,
  ...Object.fromEntries(
    Object.entries(typed).filter(([place]) => Object.hasOwn(fields, place) || place.includes('.+')),
  ),
});

/** The IDs of a list's rows, in order. */
export function rowsOf(fields: Fields, list: List): string[] {
  const ids = Object.keys(fields).flatMap((place) => {
    const [first, id = '', name] = place.split('.');
    return first === list && name ? [id] : [];
  });
  const order = fields[`${list}.order`]?.split(',').filter((id) => ids.includes(id)) ?? [];
  return [...new Set([...order, ...ids])].filter((id) => !fields[`${list}.${id}.isRemoved`]);
}

/** The fields of one more row. */
export function newRow(fields: Fields, list: List): Fields {
  let id = 1;
  while (Object.keys(fields).some((place) => place.startsWith(`${list}.+${id}.`))) id += 1;
  const row = Object.entries(NEW_ROWS[list]).map(([name, value]) => [`${list}.+${id}.${name}`, value]);
  return Object.fromEntries(row);
}

/** "$1,200" is typed for "1200.00". What is not an amount stays, and the server refuses it. */
const money = (typed: string): string => {
  const cents = typedCents(typed);
  return Number.isNaN(cents) ? typed : centsToText(cents);
};

/** What the fields say. */
export function valuesOf(fields: Fields): Values {
  const service = (id: ServiceId): Service => {
    const text = (name: keyof Service) => fields[`services.${id}.${name}`]?.trim() ?? '';
    const { hasRecurringCost } = SERVICES[id];
    return {
      firstPayment: money(text('firstPayment')),
      monthly: hasRecurringCost ? money(text('monthly')) : null,
      yearly: hasRecurringCost ? money(text('yearly')) : null,
      state: text('state') as Service['state'],
      pausedUntil: text('pausedUntil') || null,
      pausedText: text('pausedText'),
      daysFrom: typedNumber(text('daysFrom')),
      daysTo: typedNumber(text('daysTo')),
      rounds: id === 'voice' ? null : typedNumber(text('rounds')),
    };
  };
  const addons: Values['addons'] = [];
  for (const row of rowsOf(fields, 'addons')) {
    const text = (name: string) => fields[`addons.${row}.${name}`]?.trim() ?? '';
    const [service, paid] = [text('service'), text('paid')];
    addons.push({
      id: row.startsWith('+') ? newId(text('name'), fields, addons) : row,
      name: text('name'),
      description: text('description'),
      price: paid === 'quoted' ? null : money(text('price')),
      period: paid === 'month' || paid === 'year' ? paid : null,
      service: isServiceId(service) ? service : 'website',
      isActive: text('isActive') !== '',
    });
  }
  const taxes = rowsOf(fields, 'taxes').map((row) => {
    const state = fields[`taxes.${row}.state`] ?? '';
    return {
      state,
      name: stateName(state) ?? '',
      percent: typedNumber(fields[`taxes.${row}.percent`] ?? ''),
    };
  });
  return {
    services: { website: service('website'), voice: service('voice'), onhold: service('onhold') },
    addons,
    taxes,
  };
}

/** Made from the name: "Rush Delivery" → "rush-delivery", and "rush-delivery-2" if there is one. */
function newId(name: string, fields: Fields, before: readonly { id: string }[]): string {
  const words = name.toLowerCase().match(/[a-z\d]+/g) ?? ['add-on'];
  const taken = new Set([...rowsOf(fields, 'addons'), ...before.map(({ id }) => id)]);
  for (let count = 1; ; count += 1) {
    const end = count === 1 ? '' : `-${count}`;
    const id = words.join('-').slice(0, 40 - end.length) + end;
    if (!taken.has(id)) return id;
  }
}

const differing = <Value extends object>(before: Partial<Value>, after: Value): Partial<Value> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => before[name as keyof Value] !== value),
  ) as Partial<Value>;

/** What the fields change, as the API takes it. Undefined without changes. */
export function changesOf(shop: Values, fields: Fields): ShopChangesInput | undefined {
  const values = valuesOf(fields);
  const services = SERVICE_IDS.map((id) => [id, differing(shop.services[id], values.services[id])] as const);
  const changed = services.filter(([, changes]) => Object.keys(changes).length > 0);
  // All of them, so that the places of the server's errors are those of the rows.
  const addons = values.addons.map((addon) => ({
    id: addon.id,
    ...differing(shop.addons.find(({ id }) => id === addon.id) ?? {}, addon),
  }));
  const sameAddons = addons.every(
    (addon, index) => Object.keys(addon).length === 1 && addon.id === shop.addons[index]?.id,
  );
  const taxes = values.taxes.map(({ state, percent }) => ({ state, percent }));
  const sameTaxes =
    taxes.length === shop.taxes.length &&
    taxes.every((tax, index) => Object.keys(differing(shop.taxes[index] ?? {}, tax)).length === 0);
  if (changed.length === 0 && sameAddons && sameTaxes) return undefined;
  return {
    ...(changed.length > 0 && { services: Object.fromEntries(changed) }),
    ...(!sameAddons && { addons }),
    ...(!sameTaxes && { taxes }),
  };
}

/** The places of the server's errors in the form. */
export function errorsAt(
  fields: Fields,
  errors: Readonly<Record<string, readonly string[]>>,
): Record<string, string> {
  const placed = Object.entries(errors).map(([name, [message = '']]) => {
    const [list = '', index = '', field = ''] = name.replace(/^changes\./, '').split('.');
    const isRow = list === 'addons' || list === 'taxes';
    const row = isRow ? (rowsOf(fields, list)[Number(index)] ?? index) : index;
    return [`${list}.${row}.${field === 'period' ? 'paid' : field}`, message] as const;
  });
  // The rest has no field here.
  return Object.fromEntries(placed.filter(([place]) => Object.hasOwn(fields, place)));
}

const centsOrNull = (text: string | null) => (text === null ? null : typedCents(text));

/** The catalog as it would be published, for examples. */
export function catalogOf(fields: Fields): Catalog {
  const { services, addons, taxes } = valuesOf(fields);
  const offer = ({ firstPayment, monthly, yearly, ...rest }: Service): ServiceOffer => ({
    ...rest,
    firstPaymentCents: typedCents(firstPayment),
    monthlyCents: centsOrNull(monthly),
    yearlyCents: centsOrNull(yearly),
  });
  return {
    version: 0,
    services: {
      website: offer(services.website),
      voice: offer(services.voice),
      onhold: offer(services.onhold),
    },
    addons: addons.map(({ price, ...addon }): Addon => ({ ...addon, priceCents: centsOrNull(price) })),
    taxes,
  };
}
