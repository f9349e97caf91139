import { expect, test } from 'vitest';
import { isInUs, STATES, stateCode, stateName, stateOfZip } from './us-states.ts';

const WRITTEN = {
  MI:
    'mi|Mi |M.I.|M. I.|m i|Mich.|MICH|MI.|,MI|MI, USA|MI USA|MI/USA|MI, US|MI 48104|MI48104|48104 MI|Michigan (MI)|' +
    'MI - Michigan|MI-Michigan|MI – Michigan|US-MI|US MI|USA MI|U.S.A., Michigan|USA Michigan|(MI)|“MI”|ＭＩ|' +
    'Michigan, United States|Michigan, United States of America|Michigan U.S.A.|State of Michigan|michigan state|' +
    'Ann Arbor, MI|Ann Arbor MI|Ann Arbor, MI 48104-1234|Ann Arbor, Mich.|Wyoming, MI|Michigan City, MI',
  DC: 'DC|D.C.|d c|Washington, DC|Washington DC|WASHINGTON D.C.|washington dc|District of Columbia|Dist. of Columbia',
  WA: 'Wash.|Washington|Washington State|WA',
  NY: 'N.Y.|New York|NEW YORK, NY|NYC|New York City|New York State',
  NC: 'N.C.|N. Carolina|No. Carolina|North Carolina|N.Car.',
  ND: 'N.D.|N. Dak.|N.Dak.|North Dakota',
  NM: 'N.M.|N. Mex.|New Mexico',
  NH: 'N.H.|New Hamp.',
  WV: 'W. Va.|W.Va.|W Va|West Virginia|WV',
  VA: 'Va.|Virginia|Commonwealth of Virginia|Virginia, USA',
  HI: 'Hawaii|Hawai‘i|Hawai’i|Haw.',
  KS: 'Kansas|Kans.|Kan.',
  AR: 'Arkansas|Ark.',
  MO: 'Mo.|Missouri|Kansas City, MO',
  CA: 'Calif.|Cal.|California',
  PA: 'Pa.|Penn.|Penna.|Pennsylvania',
  FL: 'Fla.|Florida',
  AL: 'Ala.|Alabama',
  MS: 'Miss.|Mississippi',
  MA: 'Mass.|Mass',
  IN: 'Ind.|Indiana',
  PR: 'P.R.|Puerto Rico',
  VI: 'V.I.|USVI|U.S.V.I.|Virgin Islands|U.S. Virgin Islands|US Virgin Islands',
  GU: 'Guam',
  AS: 'American Samoa|Am. Samoa',
  MP: 'CNMI|Northern Mariana Islands|N. Mariana Islands|Northern Marianas',
  AE: 'AE|A.E.|Armed Forces Europe|AE 09012',
  AP: 'Armed Forces Pacific|AP 96350',
  AA: 'Armed Forces Americas|Armed Forces the Americas',
};

test.each(Object.entries(WRITTEN))('%s is recognized however it is written', (code, written) => {
  for (const typed of written.split('|')) expect([typed, stateCode(typed)]).toEqual([typed, code]);
});

test('every name and every code is recognized, in any case', () => {
  for (const state of STATES.split(',')) {
    const [code, name] = [state.slice(0, 2), state.slice(3)];
    expect(stateName(code)).toBe(name);
    for (const typed of [
      code,
      code.toLowerCase(),
      name,
      name.toUpperCase(),
      `${code}, USA`,
      `${name} (${code})`,
    ])
      expect([typed, stateCode(typed)]).toEqual([typed, code]);
  }
});

const NO_STATES =
  'MI, OH|MI or OH|Ontario|ONT|Nowhere|Michgan|Ann Arbor|XX|Bavaria|New|North|South|Mis|M|N/A|-|.|none|US|USA|48104|| ';

test.each(NO_STATES.split('|'))('%j is no state', (typed) => {
  expect(stateCode(typed)).toBeUndefined();
});

const ZIPS = {
  MI: '48104|48104-1234|481041234|MI 48104| ４８１０４ |48000',
  IN: '47999',
  IA: '50000',
  NY: '00501',
  PR: '00601',
  DC: '20001',
  VA: '20101',
  AK: '99950',
  AE: '09012',
  AA: '34002',
  FL: '34102',
  AP: '96350',
  HI: '96813',
  TX: '79901|88510',
};

test.each(Object.entries(ZIPS))('%s has its ZIP codes', (code, zips) => {
  for (const zip of zips.split('|')) expect([zip, stateOfZip(zip)]).toEqual([zip, code]);
});

test.each(['', '4810', '481045', 'N2L 3G1', 'SW1A 1AA', '00000'])('%j is no ZIP code', (typed) => {
  expect(stateOfZip(typed)).toBeUndefined();
});

test.each([
  'US',
  'us',
  'USA',
  'U.S.',
  'U.S.A.',
  'United States',
  'the United States of America',
  '',
  ' ',
  null,
])('%j is the United States', (country) => {
  expect(isInUs(country)).toBe(true);
});

test.each(['CA', 'AU', 'RU', 'Russia', 'Cyprus', 'IT', 'Canada', 'PR', 'Россия', '日本'])(
  '%j is not',
  (country) => {
    expect(isInUs(country)).toBe(false);
  },
);
