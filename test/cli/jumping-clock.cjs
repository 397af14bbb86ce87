// Preloaded into a worker. Its clock jumps an hour ahead, and later two hours back, as when a machine sets its time.

const { now } = Date;
const begun = now();
Date.now = () => {
  const time = now();
  const hour = 3_600_000;
  return time - begun < 1500 ? time : time - begun < 3000 ? time + hour : time - hour;
};
