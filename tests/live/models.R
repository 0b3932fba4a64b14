# What R answers: writes data sets of its packages and the models of lme4, lmerTest, nlme and strucchange
# as JSON.

needed <- c("lme4", "lmerTest", "nlme", "strucchange")
missing <- needed[!sapply(needed, requireNamespace, quietly = TRUE)]
if (length(missing) > 0) {
  stop("R has no ", paste(missing, collapse = ", "), ". Install ",
       paste0("r-cran-", tolower(missing), collapse = ", "), " of Debian.")
}

json <- function(x) {
  if (is.list(x)) {
    paste0("{", paste0('"', names(x), '":', sapply(x, json), collapse = ","), "}")
  } else if (is.character(x)) {
    paste0('"', x, '"')
  } else {
    paste0("[", paste(sub("NA", "null", format(unname(x), digits = 15, trim = TRUE)), collapse = ","), "]")
  }
}

# Line, errors, degrees of freedom, spreads and REML criterion of a mixed model
mixed <- function(formula) {
  model <- lmerTest::lmer(formula, lme4::sleepstudy)
  line <- summary(model)$coefficients
  spread <- as.data.frame(lme4::VarCorr(model), order = "lower.tri")$sdcor
  c(line[, "Estimate"], line[, "Std. Error"], line[, "df"], spread, lme4::REMLcrit(model))
}

# Line, errors, autocorrelation and spread of generalized least squares
autoregression <- function(formula, data, form) {
  model <- nlme::gls(formula, data, correlation = nlme::corAR1(form = form))
  phi <- coef(model$modelStruct$corStruct, unconstrained = FALSE)
  c(summary(model)$tTable[, c("Value", "Std.Error")], phi, model$sigma)
}

# The first year of the second level is the year after the last of the first.
# Nights of 14 people: two conditions in two periods, in both orders; some are missing
nights <- expand.grid(k = 0:1, c = 0:1, user = 0:13)
nights <- within(nights, {
  period <- ifelse((user + c) %% 2 == 0, 1, 2)
  y <- 400 + 13 * ((user * 5) %% 7) + (user^2 * 31 + 17 * c * k * user + c * 29 + k * 11) %% 47 +
    c * 18 + period * 9
  y[(user * 4 + c * 2 + k) %% 13 == 5] <- NA
})
means <- aggregate(y ~ user + c + period, nights, mean)
pairs <- merge(means[means$c == 0, ], means[means$c == 1, ], by = "user", suffixes = c("_a", "_b"))
means <- means[means$user %in% pairs$user, ]
t_test <- t.test(pairs$y_b, pairs$y_a, paired = TRUE)
crossed <- summary(lmerTest::lmer(y ~ c + I(period - 1) + (1 | user), means))$coefficients
sums <- t.test((y_a + y_b) ~ period_a, pairs, var.equal = TRUE)
nile <- data.frame(flow = as.numeric(Nile), t = seq_along(Nile), step = as.numeric(time(Nile) >= 1899))
tests <- strucchange::Fstats(flow ~ 1, data = nile)
change <- strucchange::breakpoints(flow ~ 1, data = nile, breaks = 1)
orthodont <- as.data.frame(nlme::Orthodont)
cat(json(list(
  versions = lapply(setNames(needed, needed), function(name) as.character(packageVersion(name))),
  sleepstudy = list(
    subject = as.integer(as.character(lme4::sleepstudy$Subject)),
    day = lme4::sleepstudy$Days,
    reaction = lme4::sleepstudy$Reaction,
    slope = mixed(Reaction ~ Days + (Days | Subject)),
    intercept = mixed(Reaction ~ Days + (1 | Subject))
  ),
  orthodont = list(
    subject = as.integer(orthodont$Subject),
    age = orthodont$age,
    distance = orthodont$distance,
    gls = autoregression(distance ~ age, nlme::Orthodont, ~ 1 | Subject)
  ),
  paired = list(
    user = nights$user, condition = nights$c, period = nights$period, y = nights$y,
    t = c(t_test$estimate, t_test$conf.int, t_test$p.value, t_test$parameter),
    power = sapply(c(8, 12, 20), function(n) {
      power.t.test(n, delta = 20, sd = 20 * sqrt(2), type = "paired", strict = TRUE)$power
    }),
    power = sapply(c(8, 12, 20), function(n) {
      power.t.test(n, delta = 20, sd = 20 * sqrt(2), type = "paired", strict = TRUE)$power
    }),
    crossover = c(crossed[2, c(1, 2, 3, 5)], crossed[3, c(1, 5)], sums$p.value)
  ),
  nile = list(
    gls = autoregression(flow ~ step, nile, ~ t),
    change = c(max(tests$Fstats), 1871 + confint(change, het.err = FALSE)$confint[c(2, 1, 3)])
  )
)))
