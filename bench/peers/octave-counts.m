% Function evaluations of Octave's ode45, ode23s, ode15s. Reads {"problems": …, "runs": …} as JSON from standard input, writes
% one JSON line per run. Implicit methods get the exact Jacobian (complex step), as ours do.

1;

function d = counted(t, y, f)
  global count;
  count++;
  d = f(t, y);
end

function J = jacobian(t, y, f)
  n = numel(y);
  J = zeros(n);
  for k = 1:n
    z = complex(y);
    z(k) += 1e-40i;
    J(:, k) = imag(f(t, z)) / 1e-40;
  end
end

function answer = solved(problem, method, rtol)
  global count;
  count = 0;
  f = str2func(problem.source);
  options = odeset("RelTol", rtol, "AbsTol", rtol * problem.scale(:), "Refine", 1);
  if !strcmp(method, "ode45")
    options = odeset(options, "Jacobian", @(t, y) jacobian(t, y, f));
  end
  [t, y] = feval(method, @(t, y) counted(t, y, f), [0, problem.until], problem.start(:), options);
  answer = struct();
  if t(end) == problem.until
    answer = struct("evaluations", count, "y", y(end, :));
  end
end

warning("off", "all");
asked = jsondecode(fread(stdin, Inf, "char=>char")', "makeValidName", false);
for i = 1:numel(asked.runs)
  run = asked.runs(i);
  answer = run;
  try
    found = solved(asked.problems(run.problem + 1), run.method, run.rtol);
    if isfield(found, "y")
      answer.evaluations = found.evaluations;
      answer.y = num2cell(found.y);
    end
  catch problem_
    fputs(stderr, [problem_.message, "\n"]);
  end
  puts([jsonencode(answer), "\n"]);
  fflush(stdout);
end
