/** The roles of administrators, from most to fewest rights. */
export const ROLES = ['owner', 'staff', 'accountant'] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_LABELS: Record<Role, string> = {
  owner: 'Owner',
  staff: 'Staff',
  accountant: 'Accountant',
};

const ABILITIES: Record<Role, { can: string; cannot?: string }> = {
  owner: { can: 'do everything, including refunds, people, and settings' },
  staff: {
    can: 'work on orders: forms, messages, files, and delivery; write quotes, ask for payments, and pause or cancel recurring payments',
    cannot: 'make refunds, export data, or change settings',
  },
  accountant: { can: 'view and export the books, orders, payments, and invoices' },
};

/** "You can view and export orders." */
export function roleText(role: Role, who: 'You' | 'They'): string {
  const { can, cannot } = ABILITIES[role];
  return `${who} can ${can}.${cannot ? ` ${who} can’t ${cannot}.` : ''}`;
}

/** What the endpoint table asks for, and the roles that have it. */
const RIGHTS = {
  /** The own account. */
  self: ['owner', 'staff', 'accountant'],
  /** Orders with their payments and invoices. */
  read: ['owner', 'staff', 'accountant'],
  /** Forms, files, messages, and delivery. */
  work: ['owner', 'staff'],
  /** What the shop earns: the books and the sums of the overview. An owner can allow it to staff. */
  revenue: ['owner', 'accountant'],
  /** Spreadsheets of orders and payments. */
  export: ['owner', 'accountant'],
  /** Refunds, people, settings, and everything else. */
  manage: ['owner'],
} as const satisfies Record<string, readonly Role[]>;
export type Right = keyof typeof RIGHTS;

export const hasRight = (role: Role | undefined, right: Right, staffSeesRevenue = false): boolean =>
  role !== undefined &&
  ((RIGHTS[right] as readonly Role[]).includes(role) ||
    (right === 'revenue' && role === 'staff' && staffSeesRevenue));
