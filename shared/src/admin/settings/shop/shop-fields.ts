import type { ServiceOffer } from '../../../catalog/catalog.ts';
import { isServiceId, SERVICE_IDS, type ServiceId } from '../../../catalog/ids.ts';
import { centsToText } from '../../../catalog/money.ts';
import { SERVICES } from '../../../catalog/services.ts';
import { stateName } from '../../../catalog/us-states.ts';
import type { ShopValues } from '../../../contracts/shop.ts';
import { TypedMoney, typedCents, typedNumber } from '../../../contracts/typed-money.ts';

/**
 * The texts of the form's fields by their places, such as `services.website.daysTo` or `addons.revisions.name`.
 * The IDs of rows that are not saved yet begin with a plus.
 */
export type Fields = Readonly<Record<string, string>>;

type Values = Omit<ShopValues, 'content' | 'business'>;
type List = 'addons' | 'taxes';

/** The fields of a row that was just added. */
const NEW_ROWS = {
  addons: { name: '', description: '', priceCents: '', paid: 'once', service: 'website', isActive: 'yes' },
  taxes: { state: '', percent: '' },
};

export function fieldsOf({ services, addons, taxes }: Values): Fields {
  const fields: Record<string, string> = { 'addons.order': addons.map(({ id }) => id).join() };
  const put = (place: string, values: object) => {
    for (const [name, value] of Object.entries(values))
      fields[`${place}.${name}`] =
        name.endsWith('Cents') && value !== null ? centsToText(value) : String(value ?? '');
  };
  for (const id of SERVICE_IDS) put(`services.${id}`, services[id]);
  for (const { id, priceCents, period, isActive, ...texts } of addons)
    put(`addons.${id}`, {
      ...texts,
      priceCents,
      paid: priceCents === null ? 'quoted' : (period ?? 'once'),
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

/** What the fields say. What is not a number yet is NaN. */
export function valuesOf(fields: Fields): Values {
  const service = (id: ServiceId): ServiceOffer => {
    const text = (name: keyof ServiceOffer) => fields[`services.${id}.${name}`]?.trim() ?? '';
    const { hasRecurringCost } = SERVICES[id];
    return {
      firstPaymentCents: typedCents(text('firstPaymentCents')),
      monthlyCents: hasRecurringCost ? typedCents(text('monthlyCents')) : null,
      yearlyCents: hasRecurringCost ? typedCents(text('yearlyCents')) : null,
      state: text('state') as ServiceOffer['state'],
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
      priceCents: paid === 'quoted' ? null : typedCents(text('priceCents')),
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

/** The places of errors in the form. */
export function errorsAt(
  fields: Fields,
  errors: Readonly<Record<string, readonly string[]>>,
): Record<string, string> {
  const placed = Object.entries(errors).map(([name, [message = '']]) => {
    const [list = '', index = '', field = ''] = name.split('.');
    const isRow = list === 'addons' || list === 'taxes';
    const row = isRow ? (rowsOf(fields, list)[Number(index)] ?? index) : index;
    const place = `${list}.${row}.${field === 'period' ? 'paid' : field}`;
    // What is typed for an amount says more about what is wrong with it.
    const fault = field.endsWith('Cents') && TypedMoney.safeParse(fields[place]).error?.issues[0];
    return [place, fault ? fault.message : message] as const;
  });
  // The rest has no field here.
  return Object.fromEntries(placed.filter(([place]) => Object.hasOwn(fields, place)));
}
