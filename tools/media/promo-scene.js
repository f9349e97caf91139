// Draws the video at a moment. Everything is calculated from the time, without stored state.
'use strict';

const bars = { count: 53, pitch: 6, width: 3, height: 188, step: 0.04 };
const ripple = { count: 137, pitch: 8, width: 3, height: 128, step: 0.011 };
const cardRinging = [752, 168, 432, 356];
const cardOnCall = [64, 132, 380, 440];
const week = {
  days: ['Mon 10', 'Tue 11', 'Wed 12', 'Thu 13', 'Fri 14'],
  hours: ['9:00', '10:00', '11:00', '12:00'],
  left: 72,
  top: 56,
  column: 127.2,
  row: 96,
};
const busy = [
  [0, 1, 1, 'Wheel true'],
  [1, 0, 1, 'Fitting'],
  [1, 2, 1.5, 'Overhaul'],
  [2, 0, 1, 'Brakes'],
  [2, 1.5, 1, 'Delivery'],
  [3, 2, 1, 'Tyres'],
  [4, 0, 2, 'Frame build'],
  [0, 2.5, 1, 'Brakes'],
];

const scene = { story: undefined, refs: {}, words: [], talk: [], source: [] };

function set(name, styles) {
  for (const element of scene.refs[name]) Object.assign(element.style, styles);
}
function show(name, opacity, transform = 'none') {
  set(name, { opacity: String(opacity), visibility: opacity > 0.001 ? 'visible' : 'hidden', transform });
}
function write(name, text) {
  for (const element of scene.refs[name]) if (element.textContent !== text) element.textContent = text;
}

function fillBars(svg, { count, pitch, width, height }) {
  svg.innerHTML = Array.from(
    { length: count },
    (_, index) => `<rect x="${index * pitch}" y="${height / 2 - 1}" width="${width}" height="2" rx="1.5"/>`,
  ).join('');
}
function drawBars(name, { count, height }, levelOf) {
  for (const svg of scene.refs[name]) {
    for (let index = 0; index < count; index += 1) {
      const { level, color } = levelOf(index);
      const tall = Math.max(2, level * height);
      const rect = svg.children[index];
      rect.setAttribute('y', String((height - tall) / 2));
      rect.setAttribute('height', String(tall));
      rect.style.fill = color;
    }
  }
}

function fillTranscript(list) {
  for (const cue of scene.talk) {
    const row = document.createElement('li');
    row.className = cue.speaker;
    row.innerHTML = `<b>${cue.speaker === 'agent' ? 'Voice agent' : 'Caller'}</b>`;
    for (const { word } of wordTimes(cue))
      row.append(Object.assign(document.createElement('span'), { textContent: `${word} ` }));
    list.append(row);
  }
}
function fillCalendar(box) {
  const part = (tag, className, text, left, top, width, height) => {
    const element = Object.assign(document.createElement(tag), { className, innerHTML: text });
    Object.assign(element.style, {
      left: `${left}px`,
      top: `${top}px`,
      width: `${width}px`,
      height: `${height}px`,
    });
    box.append(element);
  };
  const { left, top, column, row } = week;
  week.days.forEach((day, index) => {
    const [name, date] = day.split(' ');
    part('p', 'day', `${name} <b>${date}</b>`, left + index * column + 12, 8, column - 12, 28);
    part('i', '', '', left + index * column, 8, 1.5, 432);
  });
  week.hours.forEach((hour, index) => {
    part('p', 'hour', hour, 0, top + index * row - 12, left - 14, 24);
    part('i', '', '', left - 6, top + index * row, 708 - left + 6, 1.5);
  });
  for (const [day, hour, length, text] of busy)
    part('div', 'busy', text, left + day * column + 7, top + hour * row + 7, column - 13, length * row - 13);
}

/** The position of “Thursday at nine” in the transcript, where the booking animation starts. */
function measureSource() {
  const row = scene.refs.transcript[0].lastElementChild;
  const words = [...row.querySelectorAll('span')].slice(-3);
  const first = words[0].getBoundingClientRect();
  const last = words.at(-1).getBoundingClientRect();
  return [first.left - 6, first.top - 2, last.right - first.left + 4, first.height + 4];
}

async function load(story) {
  scene.story = story;
  scene.talk = story.cues.filter((cue) => cue.speaker !== 'narrator');
  for (const stage of document.querySelectorAll('.stage'))
    stage.append(document.querySelector('#scene').content.cloneNode(true));
  for (const element of document.querySelectorAll('[data-ref]'))
    (scene.refs[element.dataset.ref] ??= []).push(element);
  scene.refs.transcript.forEach(fillTranscript);
  scene.refs.calendar.forEach(fillCalendar);
  scene.refs.wave.forEach((svg) => fillBars(svg, bars));
  scene.refs.horizon.forEach((svg) => fillBars(svg, ripple));
  await Promise.all([
    document.fonts.load('560 40px "Bricolage Grotesque"'),
    document.fonts.load('400 20px "Instrument Sans"'),
    document.fonts.ready,
  ]);
  scene.source = measureSource();
}

function drawLight(time) {
  const { answer } = scene.story.marks;
  const edge = mix(-420, 1700, easeBoth((time - answer) / 1.05));
  const night = document.querySelector('.night');
  night.style.clipPath = `polygon(${edge + 400}px 0, 2200px 0, 2200px 720px, ${edge}px 720px)`;
  night.style.visibility = edge > 1650 ? 'hidden' : 'visible';
  // Two slanted panes of window light that drift slowly.
  const drift = time * 5;
  const pane = (left, width) => ({
    clipPath: `polygon(${left + 400}px 0, ${left + width + 400}px 0, ${left + width}px 720px, ${left}px 720px)`,
  });
  set('lightA', pane(120 + drift, 300));
  set('lightB', pane(480 + drift, 120));
}

function drawClock(time) {
  const { answer, morning } = scene.story.marks;
  const move = easeBoth((time - answer) / 0.65);
  const arrive = after(time, -0.2, 0.9);
  const [x, y, scale] = mixAll([92, 178 + 16 * (1 - arrive), 1], [62, 44, 0.2], move);
  show('clock', arrive, `translate(${x}px, ${y}px) scale(${scale})`);
  const roll = easeBoth((time - morning) / 0.6);
  for (const name of ['evening', 'pm']) show(name, 1, `translateY(${-110 * roll}%)`);
  for (const name of ['dawn', 'am']) show(name, 1, `translateY(${110 * (1 - roll)}%)`);
  show('shop', Math.min(after(time, 0.15, 0.8), 1 - after(time, answer - 0.1, 0.3)));
  show('statusClosed', Math.min(after(time, answer + 0.5, 0.5), 1 - after(time, morning, 0.3)));
  show('statusMorning', after(time, morning + 0.2, 0.5));
}

function drawPulses(time, move) {
  const { rings, answer } = scene.story.marks;
  ['pulseA', 'pulseB', 'pulseC'].forEach((name, index) => {
    const start = rings.findLast((ring) => time >= ring + index * 0.26) ?? -9;
    const age = (time - start - index * 0.26) / 1.5;
    const size = 112 + 150 * easeOut(age);
    set(name, {
      width: `${size}px`,
      height: `${size}px`,
      left: `${216 - size / 2}px`,
      top: `${128 - size / 2}px`,
    });
    show(
      name,
      age > 0 && age < 1 && time < answer + 0.3 ? (1 - easeOut(age)) * 0.9 * (1 - clamp(move * 4)) : 0,
    );
  });
}

function drawCard(time) {
  const { answer, booked, rings, ringSeconds } = scene.story.marks;
  const arrive = after(time, 0.05, 0.8);
  const move = easeBoth((time - answer - 0.15) / 0.85);
  const [left, top, width, height] = mixAll(cardRinging, cardOnCall, move);
  set('card', { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  show('card', arrive, `translateY(${20 * (1 - arrive)}px)`);
  const [x, y, size] = mixAll([160, 72, 112], [32, 32, 64], move);
  set('disc', { left: `${x}px`, top: `${y}px`, width: `${size}px`, height: `${size}px` });
  const ringing = rings.some((ring) => time >= ring && time < ring + ringSeconds) && time < answer;
  set('handset', { transform: `rotate(${-28 + (ringing ? Math.sin(time * 46) * 9 : 0)}deg)` });
  const [whoX, whoY] = mixAll([216, 222], [114, 32], move);
  set('who', {
    left: `${whoX}px`,
    top: `${whoY}px`,
    transform: `translateX(${mix(-50, 0, move)}%)`,
    textAlign: move < 0.5 ? 'center' : 'left',
  });
  // The text moves aside while the disc passes.
  set('who', { opacity: String(clamp(Math.abs(move - 0.5) * 5 - 1.4)) });
  const on = after(time, answer + 0.4, 0.3);
  const off = after(time, booked + 0.25, 0.3);
  show('stateRing', 1 - after(time, answer + 0.05, 0.3));
  show('stateOn', Math.min(on, 1 - off));
  show('stateOff', after(time, booked + 0.45, 0.3));
  drawPulses(time, move);
  show('wave', after(time, answer + 0.6, 0.4));
  show('foot', after(time, answer + 0.6, 0.4));
  drawVoice(time);
}

function drawVoice(time) {
  const { answer, booked } = scene.story.marks;
  const { talk, story } = scene;
  const colors = { agent: 'var(--signal)', caller: 'var(--text)' };
  const at = (moment) => {
    const cue = talk.find((one) => moment >= one.start && moment < one.end);
    return {
      level: cue ? loudness(cue, moment, story.levelsPerSecond) : 0,
      color: colors[cue?.speaker] ?? 'var(--line)',
    };
  };
  // During the call, the last two seconds; after it, the whole call.
  const rest = after(time, booked + 0.5, 0.7);
  const share = (talk.at(-1).end - talk[0].start) / bars.count;
  drawBars('wave', bars, (index) => {
    const live = at(time - (bars.count - 1 - index) * bars.step);
    const whole = at(talk[0].start + (index + 0.5) * share);
    const level = mix(live.level * clamp((index + 1) / 8), whole.level * 0.8, rest);
    return { level, color: rest > 0.05 ? whole.color : live.color };
  });
  const current = scene.talk.findLast((cue) => time >= cue.start - 0.1);
  write(
    'speaking',
    time > booked + 0.3 ? 'Booked' : current?.speaker === 'caller' ? 'Caller' : 'Voice agent',
  );
  const seconds = Math.floor(Math.max(0, Math.min(time, booked) - answer));
  write('timer', `0:${String(seconds).padStart(2, '0')}`);
}

function drawTranscript(time) {
  const leave = after(time, scene.story.marks.booked + 0.35, 0.35);
  show('transcript', 1 - leave, `translateX(${-28 * leave}px)`);
  for (const list of scene.refs.transcript) {
    scene.talk.forEach((cue, index) => {
      const row = list.children[index];
      const come = after(time, cue.start - 0.15, 0.35);
      row.style.opacity = String(come);
      row.style.transform = `translateY(${12 * (1 - come)}px)`;
      wordTimes(cue).forEach(({ start }, word) => {
        row.querySelectorAll('span')[word].style.opacity = String(after(time, start - 0.04, 0.16));
      });
    });
  }
}

function drawCalendar(time) {
  const { booked } = scene.story.marks;
  const come = after(time, booked + 0.6, 0.6);
  show('calendar', come, `translateX(${32 * (1 - come)}px)`);
  const slot = [508 + week.left + 3 * week.column + 7, 132 + week.top + 7, week.column - 13, week.row - 13];
  const lift = after(time, booked - 0.35, 0.3);
  const fly = easeBoth((time - booked - 0.4) / 0.8);
  const [left, top, width, height] = mixAll(scene.source, slot, fly);
  const arc = -26 * Math.sin(Math.PI * fly);
  set('booking', {
    left: `${left}px`,
    top: `${top + arc}px`,
    width: `${width * mix(lift, 1, fly)}px`,
    height: `${height}px`,
  });
  show('booking', lift > 0 ? 1 : 0);
  show('said', 1 - clamp(fly * 5));
  show('entry', clamp((fly - 0.35) * 3));
}

function drawClosing(time) {
  const { closing } = scene.story.marks;
  const leave = after(time, closing, 0.5);
  show('world', 1 - leave, `translateY(${-24 * leave}px)`);
  const [name, price] = ['name', 'price'].map((id) => scene.story.cues.find((cue) => cue.id === id));
  const rise = (ref, start) =>
    show(ref, after(time, start, 0.7), `translateY(${28 * (1 - after(time, start, 0.7))}px)`);
  show('closing', time > closing ? 1 : 0);
  rise('name', closing + 0.35);
  rise('service', name.start + 0.75);
  rise('price', price.start - 0.1);
  const drawn = after(time, closing + 0.3, 1.2) * ripple.count;
  drawBars('horizon', ripple, (index) => {
    const then = time - index * ripple.step;
    const level = Math.max(
      loudness(name, then, scene.story.levelsPerSecond),
      loudness(price, then, scene.story.levelsPerSecond),
    );
    const fade = 1 - index / ripple.count;
    return {
      level: level * fade ** 0.7,
      color: index < drawn ? (level > 0 ? 'var(--signal)' : 'var(--line)') : 'transparent',
    };
  });
}

function seek(time) {
  for (const draw of [drawLight, drawClock, drawCard, drawTranscript, drawCalendar, drawClosing]) draw(time);
}

globalThis.film = { load, seek };
