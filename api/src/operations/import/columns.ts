/** The columns, each with what other systems call it, the best first. Case, spaces, and punctuation don't count. */
export const COLUMNS = {
  type: ['kind'],
  email: ['emailaddress', 'emailaddresses', 'fromemailaddress', 'email1value', 'email1', 'mail'],
  name: ['fullname', 'customer', 'client', 'displayname', 'contact'],
  firstname: ['givenname', 'first'],
  lastname: ['familyname', 'surname', 'last'],
  business: ['businessname', 'company', 'companyname', 'organizationname', 'organization'],
  phone: [
    'phonenumber',
    'mobile',
    'mobilephone',
    'phonenumbers',
    'telephone',
    'tel',
    'cell',
    'cellphone',
    'workphone',
    'phone1value',
  ],
  address: [
    'street',
    'streetaddress',
    'streetaddress1',
    'address1',
    'addressline1',
    'address12',
    'billaddress',
  ],
  city: ['towncity'],
  state: ['province', 'stateprovince', 'stateprovinceregioncountyterritoryprefecturerepublic'],
  zip: ['zippostal', 'postal', 'postcode'],
  country: [],
  tags: ['tag'],
  note: ['notes', 'memo'],
  date: ['createddate', 'created', 'createdat', 'datecreated', 'paidat', 'datepaid', 'paiddate'],
  services: ['service'],
  description: ['itemname', 'itemtitle', 'lineitemname', 'product', 'project', 'projectname', 'item'],
  amount: [
    'totalamount',
    'grandtotal',
    'total',
    'gross',
    'price',
    'amountinusd',
    'amountus',
    'amountcharged',
    'amountbilled',
    'amountpaid',
    'paidamount',
    'totalpaid',
    'amt',
  ],
  tax: ['salestax', 'taxes', 'totaltaxamount', 'totaltax'],
  paid: ['ispaid', 'financialstatus', 'status', 'paymentstate', 'orderstate', 'invoicestate'],
  invoice: ['invoicenumber', 'number', 'no', 'num', 'order', 'orderid', 'transactionid', 'id'],
  paymentmethod: ['paidby', 'method', 'methodtitle'],
  provider: ['processor'],
  subscription: ['subscriptionid', 'id'],
  period: ['interval'],
  nextcharge: ['nextpayment'],
} as const satisfies Record<string, readonly string[]>;

export type Column = keyof typeof COLUMNS;
const NAMES = Object.entries(COLUMNS) as [Column, readonly string[]][];

/** Words of other systems that say nothing: "Email (Billing)", "Created date (UTC)", "Default Address City". */
const NOISE =
  /\b(?:default address|billing|bill to|customer|client|contact|buyer|payer|order|invoice|payment|transaction|txn|sale|charge|primary|utc|usd|code)\b/g;
/** After an amount that has everything in it: "Total (incl. tax)". */
const WITH_TAX = /\b(?:incl?\.?|including|with)\s+(?:sales\s+)?tax\b/g;
/** Before an ID of Stripe or PayPal. Their IDs of customers mean nothing here. */
const ID_OF = { subscription: /^(?:sub_|I-)/, invoice: /^(?:ch|py|pi|in)_/ };

/** Signs of other currencies stay: "Amount €" is no amount in dollars. */
export const plainName = (title: string): string => title.toLowerCase().replaceAll(/[^a-z\d\p{Sc}]|\$/gu, '');
const meaningOf = (plain: string): Column[] =>
  NAMES.flatMap(([column, others]) => (column === plain || others.includes(plain) ? column : []));

/** `known` is the name by which it is known, without the words that say nothing. */
export type Head = { title: string; plain: string; known: string; columns: readonly Column[] };

/** What the columns of a file mean. */
export function headsOf(titles: readonly string[]): Head[] {
  const isShopify = titles.map(plainName).includes('financialstatus');
  return titles.map((title) => {
    const plain = plainName(title);
    // Its names of orders look like "#1001".
    if (isShopify && plain === 'name') return { title, plain, known: 'number', columns: ['invoice'] };
    const words = title.replaceAll(/_|(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
    const rest = plainName(words.replaceAll(WITH_TAX, ' ').replaceAll(NOISE, ' '));
    const known = [plain, rest].find((name) => meaningOf(name).length > 0) ?? plain;
    return { title, plain, known, columns: meaningOf(known) };
  });
}

/** Reads what a row says in a column: of several that mean it, the best one that is filled. */
export function cellReader(heads: readonly Head[]) {
  const places = new Map(
    NAMES.map(([column, others]) => {
      const ranks = [column, ...others];
      const found = heads.flatMap(({ columns, known }, at) =>
        columns.includes(column) ? { at, known, rank: ranks.indexOf(known) } : [],
      );
      return [column, found.toSorted((a, b) => a.rank - b.rank)];
    }),
  );
  return (column: Column, record: readonly string[]): string => {
    const isOf = column === 'subscription' || column === 'invoice' ? ID_OF[column] : /^/;
    const place = places.get(column)?.find(({ at, known }) => {
      const cell = record[at];
      return cell && (known !== 'id' || isOf.test(cell));
    });
    return (place && record[place.at]) ?? '';
  };
}
