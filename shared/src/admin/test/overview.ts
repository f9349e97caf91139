import type { Answers } from '../../contracts/test/fake-server.ts';
import type { FiguresResponse, OverviewResponse } from '../../contracts/overview.ts';

const NOTHING = { count: 0, items: [] };

/** The overview of a shop with nothing to do. */
export const QUIET: OverviewResponse & Required<Pick<OverviewResponse, 'backup' | 'recurring'>> = {
  success: true,
  mine: { open: 0, late: 0 },
  promises: { late: NOTHING, today: NOTHING },
  quotes: NOTHING,
  missingForms: NOTHING,
  newSubmissions: NOTHING,
  paymentsToReview: NOTHING,
  otherPayments: 0,
  messagesToAnswer: NOTHING,
  paymentsToCollect: NOTHING,
  unsentMessages: NOTHING,
  mails: { due: 0, planned: 0, givenUp: 0 },
  failingWebhooks: [],
  plannedMails: [],
  quarantine: NOTHING,
  backup: { lastSuccess: null, failure: null, isLate: false, needsAttention: false },
  sinceYesterday: '0.00',
  recurring: {
    monthlyRevenue: '0.00',
    active: 0,
    ending: 0,
    leaving: '0.00',
    pastDue: 0,
    atRisk: '0.00',
    canceledThisMonth: 0,
  },
};

const NO_REVENUE = {
  net: '0.00',
  paid: '0.00',
  byHand: '0.00',
  recurring: '0.00',
  refunded: '0.00',
  takenBack: '0.00',
  newMonthly: '0.00',
};
const NO_ORDERS = { now: 0, before: 0 };

/** The figures of a shop without orders. */
export const NO_FIGURES: FiguresResponse & Required<Pick<FiguresResponse, 'revenue'>> = {
  success: true,
  revenue: { now: NO_REVENUE, before: NO_REVENUE },
  bars: [],
  orders: NO_ORDERS,
  kept: { now: { kept: 0, all: 0 }, before: { kept: 0, all: 0 } },
  services: { website: NO_ORDERS, voice: NO_ORDERS, onhold: NO_ORDERS },
};

/** Everything that the overview asks for. Pass only what matters for the test. */
export const overviewAnswers = (changes: Partial<OverviewResponse> = {}) =>
  ({
    'GET /api/json/overview': { ...QUIET, ...changes },
    'GET /api/json/figures': NO_FIGURES,
    'GET /api/json/funnel': {
      success: true,
      all: [0, 0, 0, 0, 0],
      byService: { website: [0, 0, 0, 0, 0], voice: [0, 0, 0, 0, 0], onhold: [0, 0, 0, 0, 0] },
      campaigns: [],
      more: 0,
    },
    'GET /api/json/unfinished-checkouts': {
      success: true,
      count: 0,
      items: [],
      recovered: { count: 0, cents: 0 },
    },
  }) satisfies Answers;
